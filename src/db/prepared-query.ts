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

/** The columns of statements by name, as the first run on each connection was told. */
export type KnownColumns = WeakMap<object, Map<string, Columns>>;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly types: CustomTypesConfig;
  /** Rows come as arrays of values. */
  readonly rowMode: 'array';
}

/**
 * A prepared statement whose columns are asked for once per connection. pg asks on every run, which
 * for a row of thirty columns costs more than the row, here and in the database. The columns cannot
 * go stale: PostgreSQL refuses a prepared statement that would give others.
 */
export class PreparedQuery extends Query {
  readonly #name: string;
  readonly #known: KnownColumns;
  #connection: Connection | null = null;

  constructor(statement: Statement, known: KnownColumns) {
    super(statement);
    this.#name = statement.name;
    this.#known = known;
  }

  prepare(connection: Connection): void {
    this.#connection = connection;
    const columns = this.#known.get(connection)?.get(this.#name);
    if (!columns) return base.prepare.call(this, connection);
    const internals = this as unknown as Internals;
    Object.assign(internals._result, columns);
    internals._accumulateRows = true;
    base.prepare.call(this, withoutDescribe(connection));
  }

  handleRowDescription(message: unknown): void {
    base.handleRowDescription.call(this, message);
    if (this.#connection === null) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = (this as unknown as Internals)._result;
    const ofConnection = this.#known.get(this.#connection) ?? new Map<string, Columns>();
    this.#known.set(this.#connection, ofConnection.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject }));
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
