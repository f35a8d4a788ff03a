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
    # Lines and columns are looked up in files of a hundred thousand lines; ten times the findings may not cost more than
    # ten times as much. Telling ends with status 1.
    one, ten = os.path.join(WORK, "one-hundred-findings"), os.path.join(WORK, "one-thousand-findings")
    for folder, number in [(one, 1), (ten, 10)]:
        shutil.rmtree(folder, ignore_errors=True)
        definitions.write_broken(folder, number)
        bench.expect([program, "validate", folder], "a99999", status=1)
    tell = ["/bin/sh", "-c", '"$0" validate "$1" >/dev/null 2>&1 || :', program]
    bench.ratio("tell 1,000 findings in 10 long files", "100 in one of them", 12, 10, [*tell, ten], [*tell, one])
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
