"""What reading ten thousand definitions costs."""

import os
import shutil

import definitions
from bench import ROOT, WORK


def rows(bench, program, tools, many, count):
    broken = os.path.join(WORK, "broken")
    shutil.rmtree(broken, ignore_errors=True)
    definitions.write(broken, 3)
    with open(os.path.join(broken, "com.example.a3.yaml"), "w", encoding="utf-8") as file:
        file.write("type: com.example.a3\ncategory: share\naccepts: text\nshell: ['true']\n")
    validate = [program, "validate", many]
    listing = [f"SHAREROUTER_ACTIVITIES={many}", program, "list", "--text", "hello"]
    bench.expect(validate, "")
    bench.expect([program, "validate", broken], "com.example.a3.yaml", status=1)
    bench.expect(listing, "com.example.a1 ")

    bench.ratio(f"validate {count} definitions", "libyaml's events alone", 1.5, 30, validate, [tools["events"], many])
    bench.ratio(f"list {count} for an item", f"validate {count}", 1.2, 30, listing, validate)
    if tools["peers"]:
        schema = os.path.join(ROOT, "Schemas", "activity.schema.json")
        yamllint, check = (os.path.join(tools["peers"], name) for name in ["yamllint", "check-jsonschema"])
        # What other linters find in these files is their own matter.
        quiet = ["-d", "{extends: default, rules: {line-length: disable, document-start: disable, braces: disable}}"]
        files = sorted(os.path.join(many, name) for name in os.listdir(many))
        bench.faster(
            f"validate {count} definitions", "yamllint", 80, 1, validate, [yamllint, "--no-warnings", *quiet, many])
        bench.faster(
            f"validate {count} definitions", "check-jsonschema", 80, 1, validate,
            [check, "--schemafile", schema, *files])
