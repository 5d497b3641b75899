#!/usr/bin/env python3
"""Writes the man page and the completion of bash, zsh and fish, from what the program says of itself.

describe.py PROGRAM FOLDER CHANGELOG: asks PROGRAM --help, PROGRAM COMMAND --help and its schema of a scenario, and
writes FOLDER/shardscope.1.gz, shardscope (bash), _shardscope (zsh), shardscope.fish, and the changelog compressed.
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys

LISTED = 'shardscope list {} --json 2>/dev/null | sed -n \'s/^    "name": "\\(.*\\)",\\{{0,1\\}}$/\\1/p\''


class Entry:
    """An option, a positional or a command of a help text."""

    def __init__(self, left, text):
        words = left.split()
        self.names = words[0].split(",")
        rest = [word for word in words[1:] if word not in ("REQUIRED", "...")]
        self.value = rest[0].split(":")[0] if rest else ""
        choices = re.search(r":\{([^}]*)\}", left)
        self.choices = choices.group(1).split(",") if choices else []
        self.text = text


def helped(program, *words):
    """The sections of a help text: lines before the first under "", then entries by heading."""
    said = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout
    sections, name = {"": []}, ""
    for line in said.splitlines():
        if re.fullmatch(r"(Positionals|Options|Subcommands|Examples):", line):
            name = line[:-1]
            sections[name] = []
        elif name in ("Positionals", "Options", "Subcommands") and line.startswith("  "):
            left, _, text = line.strip().partition("  ")
            if line.startswith(" " * 10):
                sections[name][-1].text = f"{sections[name][-1].text} {line.strip()}".strip()
            else:
                sections[name].append(Entry(left, text.strip()))
        elif line.strip():
            sections[name].append(line.strip())
    return sections


def described(program, schema):
    top = helped(program)
    commands = {entry.names[0]: helped(program, entry.names[0]) for entry in top["Subcommands"]}
    for entry in commands["pipeline"]["Options"]:
        if "--schedule" in entry.names:
            names = schema["properties"]["plan"]["properties"]["schedule"]["enum"]
            entry.choices = [name for name in names if name]
    return top, commands


def scenario_schema(program):
    run = subprocess.run([program, "show", "schema", "scenario"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def setting_keys(schema):
    """Every key of a scenario that --set takes: plan.tp."""
    keys = []

    def walk(node, prefix):
        if "$ref" in node:
            node = schema["definitions"][node["$ref"].split("/")[-1]]
        node = node.get("else", node)
        for form in node.get("anyOf", []):
            if "properties" in form or "$ref" in form:
                walk(form, prefix)
        for key, inner in node.get("properties", {}).items():
            skipped = key in ("$schema", "sources", "order", "estimate", "launch", "shardscope", "name", "note", "source")
            if skipped or (prefix.startswith("cluster.topology") and key == "levels"):
                continue
            before = len(keys)
            walk(inner, prefix + key + ".")
            if len(keys) == before or "anyOf" in inner:
                keys.append(prefix + key)

    walk(schema, "")
    return sorted(set(keys))


def kinds_of(entry):
    """The words of "models, gpus, clusters, scenarios or schemas"."""
    return re.findall(r"[a-z]+", entry.text.replace(" or ", " "))


# The man page.

def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")


def man_entries(entries):
    lines = []
    for entry in entries:
        value = f" \\fI{roff(entry.value)}\\fR" if entry.value else ""
        named = all(choice in entry.text for choice in entry.choices)
        said = roff(entry.text + ("" if named else f" One of {', '.join(entry.choices)}."))
        lines += [".TP", ", ".join(f"\\fB{roff(name)}\\fR" for name in entry.names) + value, said]
    return lines


def man_page(program, top, commands):
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    lines = [f'.TH SHARDSCOPE 1 "" "{version}" "User Commands"', ".ad l", ".nh",
             ".SH NAME", "shardscope \\- explorer of the ways to split an LLM\\(aqs training over GPUs",
             ".SH SYNOPSIS", ".B shardscope", "[\\fISCENARIO\\fR [\\fIFILES\\fR]...] [\\fB\\-\\-set\\fR \\fIKEY=VALUE\\fR]... "
             "[\\fB\\-\\-env\\fR \\fINAME=VALUE\\fR]... [\\fB\\-\\-\\fR \\fIARGS\\fR...]", ".br",
             ".B shardscope", "\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]",
             ".SH DESCRIPTION", roff(top[""][0]),
             "With no argument, or with a scenario, it opens the window; with a command it answers on the terminal.",
             ".SH OPTIONS", *man_entries(top["Positionals"] + top["Options"]), ".SH COMMANDS"]
    for name, sections in commands.items():
        usage = next(line for line in sections[""] if line.startswith("Usage: "))
        lines += [".SS " + roff(usage[len("Usage: shardscope "):]), roff(sections[""][0]) + "."]
        entries = sections.get("Positionals", []) + sections["Options"]
        lines += man_entries([entry for entry in entries if "--help" not in entry.names])
    lines += [".SH EXAMPLES", ".nf"]
    lines += [roff(line) for line in top["Examples"] if line.startswith("shardscope")] + [".fi"]
    lines += [".SH EXIT STATUS"]
    lines += [roff(line[len("Exit status: "):]) for line in top["Examples"] if line.startswith("Exit status: ")]
    lines += [".SH FILES", ".TP", "\\fI$XDG_CONFIG_HOME/shardscope/presets/KIND/NAME.json\\fR",
              "Presets of your own, KIND one of models, gpus, clusters, scenarios, frameworks: the same JSON as the "
              "program\\(aqs, and one of the same name goes before it.",
              ".TP", "\\fI$XDG_STATE_HOME/shardscope/settings.json\\fR", "The window\\(aqs arrangement and recent files.",
              ".SH ENVIRONMENT", ".TP", "\\fBSHARDSCOPE_DATA\\fR",
              "The folder that holds the program\\(aqs presets."]
    return "\n".join(lines) + "\n"


# Completion.

def positional_source(entry):
    """What completes a positional: words, or the shell command that prints them, and whether files do too."""
    if entry.names[0] == "KIND":
        return kinds_of(entry), None, False
    if entry.names[0] == "SCENARIO":
        return [], LISTED.format("scenarios"), True
    if entry.names[0] == "NAME":
        return [], LISTED.format("$kind"), False
    return [], None, True


def goes_with_launch(entry):
    """Whether a positional stands behind a launch script: SCENARIO's own words complete it too."""
    return entry.names[0] in ("FILES", "ARGS")


def names_framework(entry):
    """Whether an option takes a framework's name: export --to, report --rules."""
    return entry.value == "NAME" and not entry.choices and entry.names[-1] in ("--to", "--rules")


def takes_file(entry):
    return entry.value.startswith("FILE")


def bash_completion(top, commands, keys):
    lines = ["# bash completion of shardscope", "_shardscope() {", '  local cur=${COMP_WORDS[COMP_CWORD]} kind=${COMP_WORDS[2]} command=""',
             '  local prev=${COMP_WORDS[COMP_CWORD-1]} words="" files=""',
             "  COMPREPLY=()", f'  case ${{COMP_WORDS[1]}} in {" | ".join(commands)}) command=${{COMP_WORDS[1]}} ;; esac',
             "  if [ $COMP_CWORD = 1 ]; then command=; fi", '  case $command:$prev in',
             "    *:--set)", f'      COMPREPLY=($(compgen -S = -W "{" ".join(keys)}" -- "$cur"))',
             "      compopt -o nospace 2>/dev/null", "      return ;;"]
    for name, sections in [("", top), *commands.items()]:
        for entry in sections["Options"]:
            if not entry.value or "--set" in entry.names:
                continue
            words = f"$({LISTED.format('frameworks')})" if names_framework(entry) else " ".join(entry.choices)
            reply = f'-W "{words}"' if words else "-f" if takes_file(entry) else ""
            pattern = " | ".join(f"{name}:{each}" for each in entry.names)
            lines.append(f'    {pattern}) {f"""COMPREPLY=($(compgen {reply} -- "$cur")); """ if reply else ""}return ;;')
    lines += ["  esac", "  case $command in"]
    for name, sections in [("", top), *commands.items()]:
        words = [each for entry in sections["Options"] for each in entry.names]
        sources, files = [], False
        for entry in sections.get("Positionals", []):
            fixed, command, takes_files = positional_source(entry)
            guard = "[ $COMP_CWORD = 2 ] && " if entry.names[0] == "KIND" else "[ $COMP_CWORD = 3 ] && " if entry.names[0] == "NAME" else ""
            if fixed:
                sources.append(f'{guard}words+=" {" ".join(fixed)}"')
            if command:
                sources.append(f'{guard}words+=" $({command})"')
            files = files or takes_files
        if not name:
            words += list(commands)
        lines += [f'    "{name}")', f'      words="{" ".join(words)}"', *(f"      {source}" for source in sources)]
        lines += ["      files=yes ;;" if files else "      ;;"]
    lines += ["  esac", '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
              '  [ -z "$files" ] || COMPREPLY+=($(compgen -f -- "$cur"))', "}",
              "complete -o filenames -F _shardscope shardscope"]
    return "\n".join(lines) + "\n"


def zsh_text(text):
    for character in "\\[]:'":
        text = text.replace(character, "'\\''" if character == "'" else "\\" + character)
    return text


def zsh_arguments(sections):
    specs = []
    for entry in sections["Options"]:
        text = zsh_text(entry.text)
        action = ""
        if "--set" in entry.names:
            action = ":KEY=VALUE:_shardscope_keys"
        elif entry.value:
            words = f"({' '.join(entry.choices)})" if entry.choices else "_shardscope_frameworks" if names_framework(entry) else ""
            action = f":{entry.value}:" + (words or ("_files" if takes_file(entry) else " "))
        names = entry.names if len(entry.names) == 1 else [entry.names[-1]]
        star = "*" if "--set" in entry.names or "--env" in entry.names else ""
        specs.append(f"'{star}{names[0]}[{text}]{action}'")
    for entry in sections.get("Positionals", []):
        if goes_with_launch(entry):
            continue
        fixed, command, _ = positional_source(entry)
        star = "*" if entry.names[0] == "SCENARIO" else ""
        action = f"({' '.join(fixed)})" if fixed else "_shardscope_presets" if command else "_files"
        specs.append(f"'{star}:{entry.names[0]}:{action}'")
    return " \\\n        ".join(specs)


def zsh_completion(top, commands, keys):
    lines = ["#compdef shardscope", "", "_shardscope_keys() {", f"  local -a keys=({' '.join(keys)})",
             "  compadd -S = -- $keys", "}", "", "_shardscope_presets() {",
             "  local kind=scenarios", "  [[ $words[1] == show ]] && kind=$words[2]",
             "  [[ $words[1] == show ]] || _files", "  compadd -- ${(f)\"$(" + LISTED.format("$kind") + ")\"}", "}", "",
             "_shardscope_frameworks() {", "  compadd -- ${(f)\"$(" + LISTED.format("frameworks") + ")\"}", "}", "",
             "_shardscope() {", "  local -a commands=("]
    lines += [f"    '{name}:{zsh_text(sections[''][0])}'" for name, sections in commands.items()]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe command commands", "    _shardscope_presets",
              "    compadd -- --help --version --set --env", "    return", "  fi", "  case $words[2] in"]
    for name, sections in commands.items():
        lines += [f"    {name})", "      shift words", "      (( CURRENT-- ))",
                  f"      _arguments \\\n        {zsh_arguments(sections)} ;;"]
    lines += [f"    *) _arguments \\\n        {zsh_arguments(top)} ;;", "  esac", "}", "", '_shardscope "$@"']
    return "\n".join(lines) + "\n"


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_options(condition, sections):
    lines = []
    for entry in sections["Options"]:
        names = " ".join(f"-s {name[1:]}" if not name.startswith("--") else f"-l {name[2:]}" for name in entry.names)
        words = f"({LISTED.format('frameworks')})" if names_framework(entry) else " ".join(entry.choices)
        value = ""
        if "--set" in entry.names:
            value = " -x -a '(__shardscope_keys)'"
        elif words:
            value = f" -x -a {fish_text(words)}"
        elif entry.value:
            value = " -r -F" if takes_file(entry) else " -x"
        lines.append(f"complete -c shardscope{condition} {names}{value} -d {fish_text(entry.text)}")
    return lines


def fish_completion(top, commands, keys):
    lines = ["# fish completion of shardscope", "function __shardscope_keys", f"  string join \\n {' '.join(key + '=' for key in keys)}",
             "end", "complete -c shardscope -f"]
    lines += fish_options(" -n __fish_use_subcommand", top)
    scenarios = f"({LISTED.format('scenarios')})"
    for name, sections in commands.items():
        lines.append(f"complete -c shardscope -n __fish_use_subcommand -a {name} -d {fish_text(sections[''][0])}")
        seen = f" -n '__fish_seen_subcommand_from {name}'"
        lines += fish_options(seen, sections)
        for entry in sections.get("Positionals", []):
            fixed, command, files = positional_source(entry)
            if fixed:
                lines.append(f"complete -c shardscope{seen} -a {fish_text(' '.join(fixed))}")
            elif command and entry.names[0] == "SCENARIO":
                lines.append(f"complete -c shardscope{seen} -F -a {fish_text(scenarios)}")
            elif files and not goes_with_launch(entry):
                lines.append(f"complete -c shardscope{seen} -F")
    lines.append(f"complete -c shardscope -n __fish_use_subcommand -F -a {fish_text(scenarios)}")
    return "\n".join(lines) + "\n"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    schema = scenario_schema(program)
    top, commands = described(program, schema)
    keys = setting_keys(schema)
    page = man_page(program, top, commands)
    (folder / "shardscope.1.gz").write_bytes(gzip.compress(page.encode(), 9, mtime=0))
    (folder / "changelog.gz").write_bytes(gzip.compress(pathlib.Path(sys.argv[3]).read_bytes(), 9, mtime=0))
    (folder / "shardscope").write_text(bash_completion(top, commands, keys))
    (folder / "_shardscope").write_text(zsh_completion(top, commands, keys))
    (folder / "shardscope.fish").write_text(fish_completion(top, commands, keys))


main()
