import { Query, type CustomTypesConfig } from 'pg';

/** The parts of pg's query and connection that its types leave out (pg 8.23). */
interface Connection {
  describe(message: object): void;
}

interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Internals {
  readonly _result: Columns;
  _accumulateRows: boolean;
}

interface Base {
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
}

const base = Query.prototype as unknown as Base;

/** The columns of statements by name, as their first run was told. */
export type KnownColumns = Map<string, Columns>;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly types: CustomTypesConfig;
}

/**
 * A prepared statement whose columns are asked for once. pg asks on every run, which for a row of
 * thirty columns costs more than the row, here and in the database. The columns cannot go stale:
 * PostgreSQL refuses a prepared statement that would give others.
 */
export class PreparedQuery extends Query {
  readonly #name: string;
  readonly #known: KnownColumns;

  constructor(statement: Statement, known: KnownColumns) {
    super(statement);
    this.#name = statement.name;
    this.#known = known;
  }

  prepare(connection: Connection): void {
    const columns = this.#known.get(this.#name);
    if (!columns) return base.prepare.call(this, connection);
    const internals = this as unknown as Internals;
    Object.assign(internals._result, columns);
    internals._accumulateRows = true;
    base.prepare.call(this, withoutDescribe(connection));
  }

  handleRowDescription(message: unknown): void {
    base.handleRowDescription.call(this, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = (this as unknown as Internals)._result;
    this.#known.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const silenced = new WeakMap<Connection, Connection>();

function withoutDescribe(connection: Connection): Connection {
  const known = silenced.get(connection);
  if (known) return known;
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
  silenced.set(connection, silent);
  return silent;
}
