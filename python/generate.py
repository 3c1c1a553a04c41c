#!/usr/bin/env python3
"""Translate the public headers into ctypes declarations and records, so that C and Python cannot drift apart.

Usage: generate.py INCLUDE COMPANION OUT          writes OUT/_api.py and OUT/_records.py generate.py INCLUDE COMPANION
--layout     prints a C program that prints the size and the offsets of every struct

INCLUDE is the folder with modulus/modulus.h, COMPANION is companion.h. Both are written in a plain style, which this
script relies on: a struct or enum is `typedef struct NAME {...} NAME;`, a function is declared with MD_API, a
documentation comment stands above a declaration (/** */) or behind a field (/**< */). Anything else stops the script
with an error.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

# Structs that Python hands to the user as immutable records with values of Python.
RECORDS = {
    "md_residual": "Residual",
    "md_step_seconds": "StepSeconds",
    "md_step_report": "StepReport",
    "md_worst": "Worst",
    "md_statistics": "Statistics",
    "md_solver_spec": "SolverSpec",
    "md2_mass": "Mass2",
    "md3_mass": "Mass3",
    "md2_joint_state": "JointState2",
    "md3_joint_state": "JointState3",
}

PRIMITIVES = {
    "md_real": "c_double",
    "double": "c_double",
    "bool": "c_bool",
    "char": "c_char",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint8_t": "c_uint8",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "size_t": "c_size_t",
}


@dataclass
class Field:
    name: str
    type: str  # of C, without const and stars
    pointers: int
    dimensions: list[str]
    doc: str
    function: tuple[str, list[str]] | None = None  # a pointer to a function: result and arguments in C


@dataclass
class Headers:
    structs: dict[str, list[Field]] = field(default_factory=dict)
    docs: dict[str, str] = field(default_factory=dict)
    enums: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    functions: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)


# ---- Reading ---------------------------------------------------------------------------------------------------------


def ordered_text(include: Path, companion: Path) -> str:
    """Return all headers as one text, each after the headers that it includes."""
    seen: set[Path] = set()
    parts: list[str] = []

    def visit(path: Path) -> None:
        if path in seen or not path.exists():  # config.h is written by CMake and has no types
            return
        seen.add(path)
        text = path.read_text()
        for name in re.findall(r"^#include <modulus/(\w+\.h)>", text, re.M):
            visit(include / "modulus" / name)
        parts.append(text)

    visit(companion)
    return "\n".join(parts)


def clean(comment: str) -> str:
    """Return the words of a comment in one line."""
    words = re.sub(r"^\s*/\*+<?|\*/\s*$|^\s*\*(?!/)", "", comment.strip(), flags=re.M)
    return " ".join(words.split())


COMMENT = r"/\*.*?\*/"


def parse_field(text: str, doc: str) -> list[Field]:
    text = " ".join(text.split())
    function = re.fullmatch(r"(.+?)\(\*(\w+)\)\((.*)\)", text)
    if function:
        result, name, arguments = function.groups()
        return [Field(name, "", 1, [], doc, (result.strip(), split_arguments(arguments)))]
    match = re.fullmatch(r"((?:const |struct |void \*const )*\w*) ?((?:\*(?:const )?|\s)*)(.+)", text)
    if not match:
        raise SystemExit(f"generate.py: cannot read the field '{text}'")
    base, stars, names = match.groups()
    base = base.replace("const ", "").strip()
    pointers = stars.count("*")
    if base == "void *":
        base, pointers = "void", pointers + 1
    fields = []
    for name in names.split(","):
        parsed = re.fullmatch(r"\s*(\**)(\w+)((?:\[\w+\])*)", name)
        if not parsed:
            raise SystemExit(f"generate.py: cannot read the field '{text}'")
        more, identifier, dims = parsed.groups()
        fields.append(Field(identifier, base, pointers + len(more), re.findall(r"\[(\w+)\]", dims), doc))
    return fields


def parse_struct(body: str) -> list[Field]:
    """Return the fields of a struct with their comments, which stand above or behind them."""
    fields: list[Field] = []
    above = ""
    last: list[Field] = []
    for token in re.findall(rf"{COMMENT}|[^;/]+;", body, re.S):
        if token.startswith("/**<"):
            for one in last:
                one.doc = clean(token)
        elif token.startswith("/*"):
            above = clean(token)
        else:
            last = parse_field(token[:-1].strip(), above)
            fields += last
            above = ""
    return fields


def parse_enum(body: str, constants: dict[str, int]) -> list[tuple[str, int]]:
    values = []
    following = 0
    for item in re.sub(COMMENT, "", body, flags=re.S).split(","):
        name, _, value = (part.strip() for part in item.partition("="))
        if name:
            following = int(value, 0) if value else following
            values.append((name, following))
            constants[name] = following
            following += 1
    return values


def split_arguments(text: str) -> list[str]:
    text = " ".join(text.split())
    return [] if text in ("", "void") else [argument.strip() for argument in text.split(",")]


def read_headers(include: Path, companion: Path) -> Headers:
    text = ordered_text(include, companion)
    headers = Headers()
    for name, value in re.findall(r"^#define (\w+) +\(?(-?\d+)\)?\s*$", re.sub(COMMENT, "", text, flags=re.S), re.M):
        headers.constants[name] = int(value)
    # Text in comments and in preprocessor lines is no declaration.
    code = re.sub(r"^#.*?(?<!\\)$", "", text, flags=re.M | re.S)
    pattern = re.compile(
        rf"(?P<doc>/\*\*(?!<)(?:(?!\*/).)*\*/\s*)?"
        r"(?:typedef (?P<kind>struct|enum) (?P<name>\w+) \{(?P<body>.*?)\n?\} ?(?P=name);"
        r"|typedef struct (?P<opaque>\w+) (?P=opaque);"
        r"|(?<=\n)enum \{(?P<anonymous>.*?)\};"
        r"|MD_API (?!extern)(?P<declaration>[^;]*);)"
        rf"|{COMMENT}",
        re.S,
    )
    for match in pattern.finditer(code):
        if match["kind"] == "struct":
            headers.structs[match["name"]] = parse_struct(match["body"])
        elif match["kind"] == "enum":
            headers.enums[match["name"]] = parse_enum(match["body"], headers.constants)
        elif match["opaque"]:
            headers.opaque.add(match["opaque"])
        elif match["anonymous"]:
            parse_enum(match["anonymous"], headers.constants)
        elif match["declaration"]:
            function = re.fullmatch(r"(.+?)(\w+)\((.*)\)", " ".join(match["declaration"].split()))
            if not function:
                raise SystemExit(f"generate.py: cannot read the function '{match['declaration']}'")
            result, name, arguments = function.groups()
            headers.functions[name] = (result.strip(), split_arguments(arguments))
        else:
            continue
        if match["doc"] and match["name"]:
            headers.docs[match["name"]] = clean(match["doc"])
    return headers


# ---- Types -----------------------------------------------------------------------------------------------------------


def base_and_pointers(text: str) -> tuple[str, int]:
    """Split a type of C, perhaps with the name of an argument, into its base and its number of stars."""
    pointers = text.count("*") + (1 if "[" in text else 0)
    words = [word for word in re.sub(r"\[\w*\]|\*", " ", text).split() if word not in ("const", "struct")]
    return words[0], pointers


def ctypes_type(headers: Headers, base: str, pointers: int) -> str:
    """Return the type of a value in ctypes. Pointers to numbers, and to objects of the library, are plain addresses."""
    if pointers == 0:
        if base in PRIMITIVES:
            return PRIMITIVES[base]
        if base in headers.enums:
            return "c_int"
        if base in headers.structs:
            return base
        raise SystemExit(f"generate.py: unknown type '{base}'")
    if base == "char" and pointers == 1:
        return "c_char_p"
    if pointers == 1 and base in headers.structs:
        return f"POINTER({base})"
    return "c_void_p"


def argument_type(headers: Headers, text: str) -> str:
    base, pointers = base_and_pointers(text)
    return ctypes_type(headers, base, pointers)


def result_type(headers: Headers, text: str) -> str:
    base, pointers = base_and_pointers(text)
    return "None" if (base, pointers) == ("void", 0) else ctypes_type(headers, base, pointers)


def field_type(headers: Headers, item: Field) -> str:
    if item.function:
        result, arguments = item.function
        types = [result_type(headers, result)] + [argument_type(headers, one) for one in arguments]
        return f"CFUNCTYPE({', '.join(types)})"
    kind = ctypes_type(headers, item.type, item.pointers)
    for dimension in reversed(item.dimensions):
        kind = f"{kind} * {headers.constants.get(dimension, dimension)}"
    return f"({kind})" if item.dimensions else kind


def words_of(values: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the values of an enum as words in lower case, without their common prefix and without the count at the
    end."""
    values = [pair for pair in values if not pair[0].endswith(("_COUNT", "JOINT_COORDINATES"))]
    parts = [name.split("_") for name, _ in values]
    common = 0
    while all(len(part) > common + 1 and part[common] == parts[0][common] for part in parts):
        common += 1
    if len(values) == 1:
        common = 1
    return [("_".join(part[common:]).lower(), value) for part, (_, value) in zip(parts, values)]


# ---- Writing ---------------------------------------------------------------------------------------------------------


def in_words(headers: Headers) -> None:
    """Replace the constants of enums in comments by the words that Python has for them."""
    words = {
        name: f"'{word}'"
        for values in headers.enums.values()
        for (name, _), (word, _) in zip(values, words_of(values))
    }
    replace = lambda text: re.sub(r"\bMD\w+", lambda match: words.get(match[0], match[0]), text)  # noqa: E731
    headers.docs = {name: replace(doc) for name, doc in headers.docs.items()}
    for fields in headers.structs.values():
        for one in fields:
            one.doc = replace(one.doc)


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


def write_api(headers: Headers) -> str:
    lines = [
        '"""Written by python/generate.py from the headers: the declarations of ctypes."""',
        "",
        "from ctypes import CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_int64",
        "from ctypes import c_size_t, c_uint8, c_uint32, c_uint64, c_void_p",
        "from typing import Any",
        "",
        "# The words of each enum, without their prefix.",
        "ENUMS: dict[str, dict[str, int]] = {",
    ]
    lines += [f"    {name!r}: {dict(words_of(values))!r}," for name, values in headers.enums.items()]
    lines += ["}", "CONSTANTS: dict[str, int] = {"]
    lines += [f"    {name!r}: {value}," for name, value in headers.constants.items()]
    lines += ["}", ""]
    for name, fields in headers.structs.items():
        enums = {one.name: one.type for one in fields if one.type in headers.enums and not one.pointers and not one.function}
        docs = {one.name: quoted(one.doc) for one in fields}
        lines += ["", f"class {name}(Structure):", f'    """{quoted(headers.docs.get(name, name))}"""', ""]
        lines += ["    _fields_ = ["]
        lines += [f"        ({one.name!r}, {field_type(headers, one)})," for one in fields]
        lines += ["    ]", f"    enums: dict[str, str] = {enums!r}", "    docs: dict[str, str] = {"]
        lines += [f"        {one!r}: {doc!r}," for one, doc in docs.items()]
        lines += ["    }", ""]
    lines += ["", "STRUCTS: dict[str, type[Structure]] = {"]
    lines += [f"    {name!r}: {name}," for name in headers.structs]
    lines += ["}", "", "# Result and arguments of each function.", "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {"]
    for name, (result, arguments) in headers.functions.items():
        # Any pointer fits: addresses of arrays, and what byref returns.
        types = ", ".join(
            re.sub(r"POINTER\(\w+\)", "c_void_p", argument_type(headers, one)) for one in arguments
        )
        lines.append(f"    {name!r}: ({result_type(headers, result)}, [{types}]),")
    lines += ["}", ""]
    return "\n".join(lines)


def python_type(headers: Headers, item: Field) -> str:
    if item.dimensions:
        inner = python_type(headers, Field(item.name, item.type, item.pointers, [], ""))
        return f"tuple[{inner}, ...]"
    if item.type in RECORDS:
        return RECORDS[item.type]
    if item.type in headers.enums:
        return "str"
    if item.type in headers.structs:
        inner = {python_type(headers, one) for one in headers.structs[item.type]}
        return "Vector" if inner == {"float"} else "tuple[Vector, ...]"
    kind = PRIMITIVES[item.type]
    return {"c_bool": "bool", "c_double": "float"}.get(kind, "int")


def write_records(headers: Headers) -> str:
    lines = [
        '"""Written by python/generate.py from the headers: results as immutable records."""',
        "",
        "from __future__ import annotations",
        "",
        "from dataclasses import dataclass",
        "",
        "from modulus._record import Record",
        "",
        "Vector = tuple[float, ...]",
        "",
    ]
    for name, record in RECORDS.items():
        fields = headers.structs[name]
        lines += ["", "@dataclass(frozen=True)", f"class {record}(Record):"]
        lines += [f'    """{quoted(headers.docs.get(name, record))}', ""]
        lines += [f"    ``{one.name}``: {quoted(one.doc)}" for one in fields]
        lines += ['    """', "", f'    _struct = "{name}"']
        lines += [f"    {one.name}: {python_type(headers, one)}" for one in fields]
        lines += [""]
    return "\n".join(lines)


def write_layout(headers: Headers) -> str:
    lines = ['#include "companion.h"', "#include <stdio.h>", "int main(void)", "{"]
    for name, fields in headers.structs.items():
        lines.append(f'    printf("{name} %zu\\n", sizeof({name}));')
        lines += [
            f'    printf("{name}.{one.name} %zu %zu\\n", offsetof({name}, {one.name}), sizeof((({name} *)0)->{one.name}));'
            for one in fields
        ]
    for name, values in headers.enums.items():
        lines += [f'    printf("{name}:{value} %d\\n", (int){value});' for value, _ in values]
    return "\n".join([*lines, "    return 0;", "}", ""])


def main() -> None:
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    headers = read_headers(Path(sys.argv[1]), Path(sys.argv[2]))
    in_words(headers)
    if sys.argv[3] == "--layout":
        print(write_layout(headers))
        return
    out = Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    (out / "_api.py").write_text(write_api(headers))
    (out / "_records.py").write_text(write_records(headers))


if __name__ == "__main__":
    main()
