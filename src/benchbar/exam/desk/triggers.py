"""Triggers by which the database itself refuses to change or delete what was once written."""

from collections.abc import Iterator

from sqlalchemy import Connection, Table, UniqueConstraint

from benchbar.exam.desk.schema import CHANGEABLE, Base

_REFUSAL = "rows are only ever added here"
_POSTGRES_FUNCTION = f"""
CREATE OR REPLACE FUNCTION desk_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ': {_REFUSAL}'; END $$"""


def kept_tables() -> list[Table]:
    """Return the tables whose rows are only ever inserted."""
    return [table for table in Base.metadata.sorted_tables if table.name not in CHANGEABLE]


def put(connection: Connection) -> None:
    """Put the triggers onto all such tables."""
    statements = _postgres if connection.dialect.name == "postgresql" else _sqlite
    for statement in statements():
        connection.exec_driver_sql(statement)


def _sqlite() -> Iterator[str]:
    for table in kept_tables():
        for act in ("UPDATE", "DELETE"):
            yield (
                f'CREATE TRIGGER {table.name}_no_{act.lower()} BEFORE {act} ON "{table.name}" '
                f"BEGIN SELECT RAISE(ABORT, '{table.name}: {_REFUSAL}'); END"
            )
        there = f'SELECT 1 FROM "{table.name}" WHERE {_same(table)}'  # noqa: S608
        yield (
            f'CREATE TRIGGER {table.name}_no_replace BEFORE INSERT ON "{table.name}" '
            f"WHEN EXISTS ({there}) "
            f"BEGIN SELECT RAISE(ABORT, '{table.name}: UNIQUE: {_REFUSAL}'); END"
        )


def _same(table: Table) -> str:
    """Say when a new row is one that is there: INSERT OR REPLACE would delete that one unseen."""
    keys = [list(table.primary_key.columns)]
    keys += [list(c.columns) for c in table.constraints if isinstance(c, UniqueConstraint)]
    alike = [" AND ".join(f'"{c.name}" = NEW."{c.name}"' for c in key) for key in keys]
    return " OR ".join(f"({one})" for one in alike)


def _postgres() -> Iterator[str]:
    yield _POSTGRES_FUNCTION
    for table in kept_tables():
        yield (
            f'CREATE TRIGGER {table.name}_kept BEFORE UPDATE OR DELETE ON "{table.name}" '
            "FOR EACH ROW EXECUTE FUNCTION desk_refuse()"
        )
        yield (
            f'CREATE TRIGGER {table.name}_whole BEFORE TRUNCATE ON "{table.name}" '
            "FOR EACH STATEMENT EXECUTE FUNCTION desk_refuse()"
        )
