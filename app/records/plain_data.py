"""Frozen values to plain data and back, for files that outlive the program. A value is read only if it is exactly as it was written."""

import collections.abc
import types
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, Callable, Literal, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any, str], Any]  # plain data and where it stands -> value
LARGEST = 2**63  # of a number; what counts or measures nothing of this world ends whatever calculates with it


class SchemaError(ValueError):
    """Plain data of the wrong form; the message names the place and the fault."""


def to_data(value: Any) -> Any:
    """A value in the form that JSON can hold: dataclasses and mappings as objects, tuples as lists."""
    if is_dataclass(value) or isinstance(value, collections.abc.Mapping):
        return {key: to_data(item) for key, item in one_level(value).items()}
    return [to_data(item) for item in value] if isinstance(value, (tuple, list)) else value


def one_level(value: Any) -> dict[str, Any]:
    """One level of `to_data`: an encoder that asks level by level takes a third of the time."""
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, collections.abc.Mapping):
        return {str(key): item for key, item in value.items()}
    raise TypeError(f"a {type(value).__name__} is not plain data")


def from_data(kind: Any, data: Any, where: str = "") -> Any:
    """The value of a type from plain data. Raises SchemaError, also for what the dataclass itself refuses."""
    return _reader(kind)(data, where)


@lru_cache(maxsize=None)
def _reader(kind: Any) -> Reader:
    """The reader of a type; made once per type."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda data, where: _require(data in inner, data, where, "one of " + ", ".join(map(str, inner)))
    if origin in (Union, types.UnionType):  # `X | None`: the only unions in our values
        (some,) = (_reader(part) for part in inner if part is not type(None))
        return lambda data, where: None if data is None else some(data, where)
    if origin in (tuple, collections.abc.Sequence):
        return _list(inner)
    if origin is collections.abc.Mapping:
        return _mapping(inner[0], _reader(inner[1]))
    return _SIMPLE[kind]


def _require(fine: bool, data: Any, where: str, what: str) -> Any:
    if not fine:
        raise SchemaError(f"{where or 'it'} must be {what}, not {str(data)[:40]!r}")
    return data


def _number(kinds: type | tuple[type, ...], what: str) -> Reader:
    return lambda data, where: _require(isinstance(data, kinds) and not isinstance(data, bool) and -LARGEST < data < LARGEST, data, where, what)


_SIMPLE: dict[Any, Reader] = {
    int: _number(int, "a whole number"),
    float: _number((int, float), "a number"),
    str: lambda data, where: _require(isinstance(data, str), data, where, "a text"),
    bool: lambda data, where: _require(isinstance(data, bool), data, where, "true or false"),
}


def _list(inner: tuple[Any, ...]) -> Reader:
    """Of a sequence of any length, or of a tuple of this one."""
    length = None if inner[-1:] == (Ellipsis,) or len(inner) == 1 else len(inner)
    items = [_reader(part) for part in inner if part is not Ellipsis]

    def read(data: Any, where: str) -> tuple[Any, ...]:
        _require(isinstance(data, (list, tuple)) and length in (None, len(data)), data, where, f"a list of {length}" if length else "a list")
        return tuple([item(element, where) for item, element in zip(items if length else items * len(data), data)])

    return read


def _mapping(key: Any, item: Reader) -> Reader:
    def read(data: Any, where: str) -> dict[Any, Any]:
        _require(isinstance(data, dict), data, where, "an object")
        return {_key(key, name, where): item(element, f"{where}.{name}") for name, element in data.items()}

    return read


def _key(kind: type, name: Any, where: str) -> Any:
    """A mapping's key from JSON, where all keys are texts."""
    try:
        return _reader(kind)(kind(name), where)
    except ValueError:
        raise SchemaError(f"{where} has a key {name[:40]!r} where a whole number should be") from None


def _object(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}

    def read(data: Any, where: str) -> Any:
        _require(isinstance(data, dict), data, where, "an object")
        if missing := sorted(needed - data.keys()):
            raise SchemaError(f"{where or 'it'} has no {missing[0]!r}")
        if strange := sorted(map(str, data.keys() - readers.keys())):
            raise SchemaError(f"{where or 'it'} has an unknown {strange[0][:40]!r}")
        try:
            return kind(**{name: readers[name](item, f"{where}.{name}" if where else name) for name, item in data.items()})
        except SchemaError:
            raise
        except ValueError as error:
            raise SchemaError(f"{where or 'it'}: {error}") from None

    return read
