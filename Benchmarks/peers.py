"""Programs to compare with, installed by name from PyPI into a private folder. None is a dependency of sharerouter."""

import os
import subprocess
import sys

PACKAGES = ["apprise", "check-jsonschema", "rust-just", "yamllint"]


def install(folder):
    """The folder of the peers' programs; None, said on stderr, when they cannot be installed."""
    programs = os.path.join(folder, "bin")
    if all(os.path.exists(os.path.join(programs, name)) for name in ["apprise", "check-jsonschema", "just", "yamllint"]):
        return programs
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=sys.stderr)
        subprocess.run(
            [os.path.join(programs, "pip"), "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
            check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"the peers cannot be installed, and are not compared: {error}", file=sys.stderr)
        return None
    return programs
