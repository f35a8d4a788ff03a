"""Typical definitions of about 600 bytes, in three shapes: a program with arguments, a script, an HTTP request."""

import os

ARGUMENTS = """\
type: com.example.a{n}
title: Make a list of number {n}
category: action
description: Text becomes a list, one line for each line, in the style that is asked for
icon: view-list-symbolic
accepts:
  - kind: text
    min: 1
    max: {max}
exclude:
  - host: [localhost, "*.corp{n}.example"]
    reason: internal links stay inside
inputs:
  style: {{prompt: Style of the list, choices: [plain, numbered, bulleted], default: plain}}
  heading: {{prompt: Heading, default: "List {n}"}}
shell:
  - printf
  - '%s (%s)\\n%s\\n'
  - "{{{{ input.heading }}}}"
  - "{{{{ input.style }}}}"
  - "{{{{ item.text | trim }}}}"
timeout: 30s
"""

SCRIPT = """\
type: com.example.a{n}
title: Append to notebook {n}
category: share
description: Text and links become an entry in a notebook
icon: accessories-text-editor-symbolic
accepts:
  - text
exclude:
  - host: [localhost, "*.corp{n}.example"]
    reason: internal links stay inside
inputs:
  heading: {{prompt: Heading of the entry, default: "Entry {n}"}}
shell:
  script: |
    # One entry: its heading, then the text as it came.
    heading={{{{ input.heading }}}}
    if [ -n "$heading" ]; then
      printf '## %s\\n' "$heading"
    fi
    printf '%s\\n' {{{{ item.text }}}}
  env: {{NOTEBOOK: "notebook-{n}"}}
  timeout: 30s
"""

HTTP = """\
type: com.example.a{n}
title: Upload to paste {n}
category: share
description: Text or a link becomes an entry that others can read
icon: document-send-symbolic
accepts:
  - kind: text
    max: {max}
exclude:
  - host: [localhost, "*.corp{n}.example"]
    reason: internal links stay inside
inputs:
  expires: {{prompt: Keep it for, choices: [1h, 1d, 1w], default: 1d}}
http:
  method: POST
  url: https://paste{n}.example/api
  headers: {{Accept: application/json}}
  json: {{content: "{{{{ item.text }}}}", expires: "{{{{ input.expires }}}}", title: "{{{{ subject? }}}}"}}
returns:
  - url: "{{{{ response.json.data.link }}}}"
"""

SHAPES = [ARGUMENTS, SCRIPT, HTTP]


def write(folder, count):
    """Writes the definitions com.example.a0 … into a folder; the number of a definition decides its shape and content."""
    os.makedirs(folder, mode=0o755, exist_ok=True)
    total = 0
    for n in range(count):
        text = SHAPES[n % len(SHAPES)].format(n=n, max=n % 9 + 1).encode()
        total += len(text)
        with open(os.path.join(folder, f"com.example.a{n}.yaml"), "wb") as file:
            file.write(text)
    return total // count


def write_broken(folder, count):
    """Definitions of a hundred thousand lines, with a hundred misspelt keys each that are far apart."""
    os.makedirs(folder)
    for number in range(count):
        lines = [f"type: com.example.broken{number}", f"title: Broken {number}", "category: action", "accepts: text",
                 "shell: [cat, '{{ item.text }}']"]
        lines += [f"a{line}: 1" if line % 1000 == 999 else "# " for line in range(100_000)]
        with open(os.path.join(folder, f"com.example.broken{number}.yaml"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
