"""Validates YAML files by JSON Schemas, as an editor does.

Standard input: a JSON list of [name, schema's path, file's path]. Standard output: a JSON object of what was said about
each name: null, or the first complaint.
"""

import json
import re
import sys

import jsonschema
import yaml


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML 1.2's core schema: only true, false, null and JSON-like numbers are no texts."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"^(~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^([-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+)$", list("-+0123456789")),
    ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", list("-+0123456789.")),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)


def integer(loader, node):
    text = loader.construct_scalar(node)
    return int(text, 0) if text.startswith(("0x", "0o")) else int(text)


def mapping(loader, node):
    result = {}
    for key_node, value_node in node.value:
        # An editor sees names as they are written.
        name = key_node.value if isinstance(key_node, yaml.ScalarNode) else repr(key_node)
        if name in result:
            raise yaml.YAMLError("duplicate key " + name)
        result[name] = loader.construct_object(value_node, deep=True)
    return result


CoreLoader.add_constructor("tag:yaml.org,2002:int", integer)
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(loader.construct_scalar(node)))
CoreLoader.add_constructor("tag:yaml.org,2002:map", mapping)


def complaint(validator, path):
    with open(path, "rb") as file:
        content = file.read()
    try:
        value = yaml.load(content, Loader=CoreLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return "YAML: " + str(error).split("\n")[0]
    try:
        error = next(iter(validator.iter_errors(value)), None)
    except RecursionError:
        return "a mapping contains itself"
    return error and "/".join(map(str, error.absolute_path)) + ": " + error.message[:200]


validators = {}
result = {}
for name, schema, path in json.load(sys.stdin):
    if schema not in validators:
        with open(schema, encoding="utf-8") as file:
            content = json.load(file)
        jsonschema.Draft7Validator.check_schema(content)
        validators[schema] = jsonschema.Draft7Validator(content)
    result[name] = complaint(validators[schema], path)
json.dump(result, sys.stdout)
