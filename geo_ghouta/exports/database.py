"""Layers into PostGIS and back: typed columns, keys, spatial and date indexes, one transaction, run again at will.

One schema holds a table a layer. Each row carries the case it belongs to, so that several cases share the tables.
Writing a layer again updates rows of the same id and adds new ones; ``prune`` also takes away the case's rows that
are no longer there. Text is only ever passed as data, names as quoted identifiers. psycopg is imported when needed.
"""

from __future__ import annotations

import datetime as dt
import importlib
import re
from typing import TYPE_CHECKING, Any

import shapely

from geo_ghouta.errors import FormatError, OutputError, UsageError
from geo_ghouta.exports.catalog import layer_of
from geo_ghouta.exports.prepared import Prepared, finish, prepare
from geo_ghouta.files import shown
from geo_ghouta.schema import Column

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA = "geo_ghouta"
_ADDRESS = re.compile(r"postgres(?:ql)?://", re.IGNORECASE)
_TYPES = {"str": "text", "int": "bigint", "float": "double precision", "bool": "boolean", "day": "date"}
_CASE = "case_title"
_GEOMETRY = "geom"
_LIMIT = 63


def write_database(
    tables: Mapping[str, Any], address: str, *, case: str = "", schema: str = SCHEMA, prune: bool = False
) -> dict[str, int]:
    """Write layers into a PostGIS database, all of them or none.

    Parameters
    ----------
    tables : mapping of str to table
        Layers by name.
    address : str
        ``postgresql://user@host:port/database``; a password is better kept in ``PGPASSFILE`` or ``PGPASSWORD``.
    case : str
        Title of the case, part of every row's key.
    schema : str
        Schema that holds the tables; made if it is not there.
    prune : bool
        Delete the case's rows that are not in the tables.

    Returns
    -------
    dict of str to int
        Rows written by layer.

    Raises
    ------
    UsageError
        If the address is none, or psycopg is not installed.
    OutputError
        If the database cannot be reached or refuses; nothing is changed then. The message holds no password.
    """
    made = [prepare(name, table) for name, table in tables.items()]
    psycopg, sql = _driver()
    with _connected(psycopg, address) as link, link.cursor() as cursor:
        try:
            cursor.execute("SELECT count(*) FROM pg_extension WHERE extname = 'postgis'")
            if not cursor.fetchone()[0]:
                cursor.execute("CREATE EXTENSION postgis")
            cursor.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(schema)))
            # Two runs at once: the second one waits here instead of failing on the other's new tables.
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (f"geo-ghouta/{schema}",))
            return {layer.layer.name: _write(cursor, sql, layer, schema, case, prune) for layer in made}
        except psycopg.Error as error:
            first = str(error).strip().partition("\n")[0]
            message = f"{_told(address)}: {shown(first, 200)}; nothing was changed"
            raise OutputError(message) from error


def read_database(address: str, layer: str, *, case: str | None = None, schema: str = SCHEMA) -> Any:
    """Read a layer back from a PostGIS database.

    Parameters
    ----------
    address : str
        ``postgresql://user@host/name``.
    layer : str
    case : str, optional
        Title of the case that wrote it; not needed where the layer holds one case only.
    schema : str

    Returns
    -------
    geopandas.GeoDataFrame
        By the layer's contract, sorted by id.

    Raises
    ------
    FormatError
        If the layer is not there.
    UsageError, OutputError
        As for :func:`write_database`; also if the layer holds several cases and none is named.
    """
    wanted = layer_of(layer)
    psycopg, sql = _driver()
    with _connected(psycopg, address) as link, link.cursor() as cursor:
        table = sql.SQL("{}.{}").format(sql.Identifier(schema), sql.Identifier(layer))
        cases = sql.SQL("SELECT DISTINCT {c} FROM {t} ORDER BY 1 LIMIT 9").format(c=sql.Identifier(_CASE), t=table)
        query = sql.SQL('SELECT *, ST_AsBinary({g}) AS wkb_of_row FROM {t} WHERE {c} = %s ORDER BY {k} COLLATE "C"')
        try:
            if case is None:
                held = [row[0] for row in cursor.execute(cases).fetchall()]
                if len(held) > 1:
                    told = ", ".join(repr(shown(str(name), 60)) for name in held)
                    message = f"{_told(address)}: layer {layer!r} holds {told}; name one as case"
                    raise UsageError(message)
                case = held[0] if held else ""
            cursor.execute(
                query.format(
                    g=sql.Identifier(_GEOMETRY),
                    t=table,
                    c=sql.Identifier(_CASE),
                    k=sql.Identifier(wanted.contract.key),
                ),
                (case,),
            )
        except psycopg.errors.UndefinedTable as error:
            message = f"{_told(address)}: no layer {layer!r} in schema {shown(schema)!r}; write it first"
            raise FormatError(message) from error
        names = [column.name for column in cursor.description]
        rows = cursor.fetchall()
    values = {n: [row[at] for row in rows] for at, n in enumerate(names) if n not in {_CASE, _GEOMETRY, "wkb_of_row"}}
    at = names.index("wkb_of_row")
    shapes = [None if row[at] is None else shapely.from_wkb(bytes(row[at])) for row in rows]
    return finish(wanted, values, shapes)


def _driver() -> tuple[Any, Any]:
    try:
        return importlib.import_module("psycopg"), importlib.import_module("psycopg.sql")
    except ImportError as error:
        message = "PostGIS needs psycopg, which is not installed; run: pip install 'psycopg[binary]'"
        raise UsageError(message) from error


def _connected(psycopg: Any, address: str) -> Any:
    if not _ADDRESS.match(address):
        message = f"{shown(_told(address))}: no database address; expected postgresql://user@host:port/database"
        raise UsageError(message)
    try:
        return psycopg.connect(address, connect_timeout=10, application_name="geo-ghouta")
    except psycopg.Error as error:
        first = shown(str(error).strip().partition("\n")[0], 200)
        message = (
            f"{_told(address)}: cannot be reached ({_without_secret(first, address)}); check host, port and rights"
        )
        raise OutputError(message) from error


def _told(address: str) -> str:
    """Address without user, password and options, for messages.

    Examples
    --------
    >>> _told("postgresql://me:secret@host:5432/base?sslmode=require&password=x")
    'postgresql://host:5432/base'
    """
    return re.sub(r"//[^/?#]*@", "//", address).partition("?")[0]


def _without_secret(text: str, address: str) -> str:
    for secret in re.findall(r"//[^:/@]*:([^@/]+)@|password=([^&\s]+)", address):
        for part in secret:
            text = text.replace(part, "***") if part else text
    return text


def _columns(made: Prepared) -> list[tuple[str, str]]:
    """Names and types of a table's columns, with the flat days."""
    columns = [Column(_CASE, "str", ""), *made.columns]
    if made.layer.first:
        columns += [Column(made.layer.start, "day", ""), Column(made.layer.end, "day", "")]
    for column in columns:
        if len(column.name.encode()) > _LIMIT or column.name in {_GEOMETRY, "wkb_of_row"}:
            message = f"column {shown(column.name)!r}: cannot be a column of the database; rename it"
            raise UsageError(message)
    return [(c.name, _TYPES.get(c.kind, "text")) for c in columns]


def _write(cursor: Any, sql: Any, made: Prepared, schema: str, case: str, prune: bool) -> int:
    name, key = made.layer.name, made.layer.contract.key
    columns = _columns(made)
    table = sql.SQL("{}.{}").format(sql.Identifier(schema), sql.Identifier(name))
    typed = [sql.SQL("{} {}").format(sql.Identifier(n), sql.SQL(kind)) for n, kind in columns]
    shape = sql.SQL("{} geometry(Geometry, 4326)").format(sql.Identifier(_GEOMETRY))
    keys = sql.SQL(", ").join(map(sql.Identifier, (_CASE, key)))
    cursor.execute(
        sql.SQL("CREATE TABLE IF NOT EXISTS {} ({}, PRIMARY KEY ({}))").format(
            table, sql.SQL(", ").join([*typed, shape]), keys
        )
    )
    for column in typed:
        # A newer version of the tool, or a column of the user's own, adds to a table that is there.
        cursor.execute(sql.SQL("ALTER TABLE {} ADD COLUMN IF NOT EXISTS {}").format(table, column))
    _index(cursor, sql, made, table)
    fresh = sql.Identifier(f"fresh_{name}")
    cursor.execute(sql.SQL("CREATE TEMPORARY TABLE {} ({}) ON COMMIT DROP").format(
        fresh, sql.SQL(", ").join([*typed, sql.SQL("wkb bytea")])
    ))  # fmt: skip
    names = [n for n, _ in columns]
    target = sql.SQL(", ").join(map(sql.Identifier, [*names, "wkb"]))
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(fresh, target)) as copy:
        for row, span, one in zip(made.rows, made.spans(), made.shapes, strict=True):
            days: tuple[dt.date | None, ...] = span if made.layer.first else ()
            copy.write_row([case, *row, *days, None if one is None else shapely.to_wkb(one, byte_order=1)])
    both = [*names, _GEOMETRY]
    settled = sql.SQL(", ").join(
        sql.SQL("{0} = EXCLUDED.{0}").format(sql.Identifier(n)) for n in both if n not in {_CASE, key}
    )
    cursor.execute(
        sql.SQL(
            "INSERT INTO {} ({}) SELECT {}, ST_GeomFromWKB(wkb, 4326) FROM {} ON CONFLICT ({}) DO UPDATE SET {}"
        ).format(
            table,
            sql.SQL(", ").join(map(sql.Identifier, both)),
            sql.SQL(", ").join(map(sql.Identifier, names)),
            fresh,
            keys,
            settled,
        )
    )
    if prune:
        gone = sql.SQL("DELETE FROM {t} WHERE {c} = %s AND {k} NOT IN (SELECT {k} FROM {f})")
        cursor.execute(gone.format(t=table, c=sql.Identifier(_CASE), k=sql.Identifier(key), f=fresh), (case,))
    return len(made.rows)


def _index(cursor: Any, sql: Any, made: Prepared, table: Any) -> None:
    name = made.layer.name
    wanted = [(f"{name}_geom", "gist", _GEOMETRY)]
    if made.layer.first:
        wanted += [(f"{name}_{made.layer.start}", "btree", made.layer.start)]
        wanted += [(f"{name}_{made.layer.end}", "btree", made.layer.end)]
    for index, kind, column in wanted:
        cursor.execute(
            sql.SQL("CREATE INDEX IF NOT EXISTS {} ON {} USING {} ({})").format(
                sql.Identifier(index), table, sql.SQL(kind), sql.Identifier(column)
            )
        )
    cursor.execute(
        sql.SQL("COMMENT ON TABLE {} IS {}").format(
            table, sql.Literal(f"geo-ghouta: {made.layer.contract.doc} start and end name the last day included.")
        )
    )


__all__ = ["SCHEMA", "read_database", "write_database"]
