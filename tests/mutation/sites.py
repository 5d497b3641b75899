"""Where a formula can be wrong: the operators, constants, signs, comparisons, min and max of a C++ source, found with
libclang, and the source with all of those mutants in it, of which mutants.h switches one on as the program starts."""

import re

import clang.cindex
from clang.cindex import CursorKind as Kind, TypeKind

BINARY = {"+": ("plus", ["-"]), "-": ("minus", ["+"]), "*": ("times", ["/"]), "/": ("divided", ["*"]),
          "%": ("remainder", ["*"])}
ASSIGNED = {"+=": ("plus_to", ["-="]), "-=": ("minus_to", ["+="]), "*=": ("times_to", ["/="]),
            "/=": ("divided_to", ["*="])}
COMPARED = {"<": ("less", ["<=", ">="]), "<=": ("most", ["<", ">"]), ">": ("greater", [">=", "<="]),
            ">=": ("least", [">", "<"]), "==": ("equal", ["!="]), "!=": ("unequal", ["=="])}
LOGICAL = {"&&": "||", "||": "&&"}
CALLED = {"std::min": ("smaller", "max"), "min": ("smaller", "max"), "std::max": ("larger", "min"),
          "max": ("larger", "min"), "std::ceil": ("up", "floor"), "std::floor": ("down", "ceil")}
NUMBERS = {TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG,
           TypeKind.SHORT, TypeKind.USHORT, TypeKind.UCHAR, TypeKind.SCHAR, TypeKind.FLOAT, TypeKind.DOUBLE,
           TypeKind.LONGDOUBLE}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION_FUNCTION}
# What the compiler must know, or what isn't a formula.
SKIPPED = {Kind.STATIC_ASSERT, Kind.FUNCTION_TEMPLATE, Kind.CLASS_TEMPLATE, Kind.PARM_DECL, Kind.ENUM_DECL,
           Kind.TEMPLATE_REF, Kind.TYPE_REF}


class Site:
    """A place: its extent in bytes, the mutants as the text that each reads, and the edits, a function of its id."""

    def __init__(self, start, end, mutants, edits):
        self.start, self.end, self.mutants, self.edits = start, end, mutants, edits


def is_number(cursor, quantities=True):
    kind = cursor.type.get_canonical()
    if kind.kind == TypeKind.LVALUEREFERENCE:
        kind = kind.get_pointee()
    return kind.kind in NUMBERS or (quantities and "Quantity<" in kind.spelling and kind.kind == TypeKind.RECORD)


def is_bit_field(cursor):
    while cursor.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR):
        inner = list(cursor.get_children())
        if len(inner) != 1:
            return False
        cursor = inner[0]
    return cursor.referenced is not None and cursor.kind == Kind.MEMBER_REF_EXPR and cursor.referenced.is_bitfield()


class Finder:
    def __init__(self, path, text):
        self.path, self.text, self.sites = path, text, {}
        self.texts = {path: text}

    def text_of(self, cursor):
        return self.text[cursor.extent.start.offset:cursor.extent.end.offset]

    def add(self, site):
        self.sites.setdefault((site.start, site.end), site)

    def declared_with(self, cursor, word):
        """Whether WORD is among the specifiers of a declaration, wherever that is, other names before it or not."""
        place = cursor.extent.start
        if place.file is None:
            return False
        name = place.file.name
        if name not in self.texts:
            with open(name, "rb") as file:
                self.texts[name] = file.read()
        text, end = self.texts[name], cursor.location.offset
        begin = max(text.rfind(x, 0, min(place.offset + 1, end)) for x in (b";", b"{\n", b"}\n"))
        return word in text[max(begin, 0):end].split()

    def operator_between(self, left, right):
        """(text, offset) of the operator between two operands, where nothing else stands there."""
        begin, end = left.extent.end.offset, right.extent.start.offset
        between = self.text[begin:end]
        sign = between.strip()
        return (sign.decode(errors="replace"), begin + between.find(sign)) if sign else ("", begin)

    def mutated(self, start, end, place, length, instead):
        new = self.text[start:place] + instead.encode() + self.text[place + length:end]
        return " ".join(new.decode().split())

    def binary(self, cursor):
        children = list(cursor.get_children())
        if len(children) < 2:
            return
        left, right = children[0], children[-1]
        start, end = left.extent.start.offset, right.extent.end.offset
        if not (start < left.extent.end.offset <= right.extent.start.offset < end):
            return
        sign, place = self.operator_between(left, right)
        new = lambda instead: self.mutated(start, end, place, len(sign), instead)
        if sign in LOGICAL:
            # a || b is !(!a && !b), which leaves each operand where it stands and is evaluated as far as it must.
            self.add(Site(start, end, [new(LOGICAL[sign])], lambda id: [
                (start, 0, "open", end, "(((static_cast<bool>("),
                (place, len(sign), "token", 0, f") != mutants::on({id})) {sign} (static_cast<bool>("),
                (end, 0, "close", start, f") != mutants::on({id}))) != mutants::on({id}))")]))
            return
        for table in (BINARY, ASSIGNED, COMPARED):
            if sign not in table:
                continue
            name, others = table[sign]
            if table is COMPARED:
                fits = all(is_number(x) or x.type.get_canonical().kind in (TypeKind.ENUM, TypeKind.BOOL)
                           for x in (left, right))
            else:
                fits = is_number(left) and is_number(right) and (table is BINARY or not is_bit_field(left))
            if fits:
                self.add(Site(start, end, [new(x) for x in others], lambda id: [
                    (start, 0, "open", end, f"mutants::{name}({id}, "), (place, len(sign), "token", 0, ","),
                    (end, 0, "close", start, ")")]))

    def unary(self, cursor):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        sign = self.text[start:start + 1]
        inner = next(cursor.get_children(), None)
        if inner is None or inner.extent.start.offset <= start:
            return
        if sign == b"-" and self.text[start + 1:start + 2] != b"-" and is_number(inner, quantities=False):
            call = "mutants::negative({}, "
        elif sign == b"!":
            call = "mutants::no({}, static_cast<bool>("
        else:
            return
        self.add(Site(start, end, [self.mutated(start, end, start, 1, "")], lambda id: [
            (start, 1, "open", end, call.format(id)), (end, 0, "close", start, "))" if sign == b"!" else ")")]))

    def call(self, cursor):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        text = self.text[start:end]
        callee = text.split(b"(")[0].decode(errors="replace")
        name, brackets, arguments = callee.partition("<")
        if name not in CALLED or not text.endswith(b")"):
            return
        instead, other = CALLED[name]
        count = len(list(cursor.get_arguments()))
        if count != (1 if instead in ("up", "down") or text.startswith(callee.encode() + b"({") else 2):
            return
        if instead in ("smaller", "larger") and not is_number(cursor):
            return
        length = len(callee) + 1
        self.add(Site(start, end, [self.mutated(start, end, start, len(name), other)], lambda id: [
            (start, length, "open", end, f"mutants::{instead}{brackets}{arguments}({id}, ")]))

    def constant(self, cursor):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        text = self.text[start:end]
        if not is_number(cursor, quantities=False):
            return
        before, after = self.text[start - 1:start], self.text[end:end + 1]
        if before in b"<[" or after in b">]":  # of a template or a subscript
            return
        self.add(Site(start, end, [off(text.decode())], lambda id: [
            (start, 0, "open", end, f"mutants::constant({id}, "), (end, 0, "close", start, ")")]))

    def visit(self, cursor, within, fixed):
        """WITHIN a function's body; FIXED where the compiler or the program's start knows the value."""
        kind = cursor.kind
        if kind in SKIPPED:
            return
        if kind in FUNCTIONS:
            constant = self.declared_with(cursor, b"constexpr") or self.declared_with(cursor, b"consteval")
            within, fixed = True, "function" if constant else False
        elif kind == Kind.LAMBDA_EXPR and fixed != "function":
            within, fixed = True, False
        elif kind == Kind.VAR_DECL and (self.declared_with(cursor, b"constexpr") or
                                        self.declared_with(cursor, b"static")):
            fixed = fixed or "value"
        elif kind == Kind.CALL_EXPR and fixed and cursor.spelling == "operator()":  # of a lambda: what it returns
            fixed = "function"
        if within and not fixed:
            if kind in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR):
                self.binary(cursor)
            elif kind == Kind.CALL_EXPR and cursor.spelling.startswith("operator"):
                self.binary(cursor)
            elif kind == Kind.CALL_EXPR:
                self.call(cursor)
            elif kind == Kind.UNARY_OPERATOR:
                self.unary(cursor)
            elif kind in (Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL):
                if self.text_of(cursor)[:1].isdigit() or self.text_of(cursor)[:1] == b".":
                    self.constant(cursor)
            elif kind == Kind.DECL_REF_EXPR and cursor.referenced is not None:
                if cursor.referenced.kind == Kind.VAR_DECL and self.declared_with(cursor.referenced, b"constexpr"):
                    self.constant(cursor)
        children = list(cursor.get_children())
        if kind == Kind.CASE_STMT:
            children = children[1:]
        if kind == Kind.LAMBDA_EXPR:  # its captures are values too, but none of ours
            children = [x for x in children if x.kind != Kind.VARIABLE_REF]
        for child in children:
            self.visit(child, within, fixed)


def off(text):
    """How a constant that is off reads; mutants.h has the rule."""
    try:
        value = float(text.replace("'", "").rstrip("uUlLzZ")) if not text.lower().startswith("0x") else None
    except ValueError:
        value = None
    if value is None:
        return f"{text} + 1 (or * 1.1)"
    if "." not in text and "e" not in text.lower() or value == int(value) and abs(value) < 16:
        return f"{int(value) + 1}"
    return f"{value * 1.1:.6g}"


def sites_of(path, arguments, text=None):
    """The sites of a source, in their order."""
    if text is None:
        with open(path, "rb") as file:
            text = file.read()
    unit = clang.cindex.Index.create().parse(path, args=arguments, unsaved_files=[(path, text.decode())])
    errors = [str(x) for x in unit.diagnostics if x.severity >= clang.cindex.Diagnostic.Error]
    if errors:
        raise RuntimeError("\n".join(errors))
    finder = Finder(path, text)
    for cursor in unit.cursor.get_children():
        if cursor.location.file and cursor.location.file.name == path:
            finder.visit(cursor, False, False)
    return sorted(finder.sites.values(), key=lambda x: (x.start, -x.end))


PHASES = {"close": 0, "open": 1, "token": 2}


def rewritten(text, sites):
    """The text with all mutants of the sites, each numbered within the text: @0@, @1@."""
    edits, number = [], 0
    for site in sites:
        edits += site.edits(f"@{number}@")
        number += len(site.mutants)
    edits.sort(key=lambda x: (x[0], PHASES[x[2]], -x[3]))
    pieces = [b'#include "tests/mutation/mutants.h"\n#pragma GCC diagnostic push\n']
    for warning in ("conversion", "narrowing", "sign-compare", "float-conversion", "sign-conversion"):
        pieces.append(f'#pragma GCC diagnostic ignored "-W{warning}"\n'.encode())
    at = 0
    for place, length, _, _, instead in edits:
        pieces += [text[at:place], instead.encode()]
        at = place + length
    return b"".join(pieces) + text[at:] + b"#pragma GCC diagnostic pop\n"


def numbered(text, first):
    """A rewritten text whose mutants are numbered from FIRST on."""
    return re.sub(r"@(\d+)@", lambda x: str(first + int(x[1])), text)
