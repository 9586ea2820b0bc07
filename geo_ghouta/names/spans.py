"""What the spans found in a text share: their fields also answer by name in brackets."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

_T = TypeVar("_T", bound="FieldMapping")


class FieldMapping(Mapping[str, Any]):
    """A dataclass whose fields also answer by name in brackets."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    """Names of the fields, as every dataclass has them."""

    def __getitem__(self, key: str) -> Any:
        if key not in self.__match_args__:
            raise KeyError(key)
        return getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.__match_args__)

    def __len__(self) -> int:
        return len(self.__match_args__)


def quick_maker(kind: type[_T]) -> Callable[..., _T]:
    """Return what makes a frozen dataclass of its values, in their order, three times as fast as the class itself.

    A frozen class may set its fields only by the long way round. A twin without that bar is filled in its place,
    and only then becomes what it is a twin of.
    """
    twin = dataclasses.make_dataclass(
        kind.__name__, [(name, Any) for name in kind.__match_args__], bases=(FieldMapping,), slots=True, eq=False
    )

    def make(*values: object) -> _T:
        one: Any = twin(*values)
        one.__class__ = kind
        return one  # type: ignore[no-any-return]

    return make
