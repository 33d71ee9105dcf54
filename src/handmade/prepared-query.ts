import { Query, type CustomTypesConfig } from 'pg';

/** Parts of pg's query and connection that its types omit (pg 8.23). */
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

/** Columns of prepared statements by name, as described on the first run on each connection. */
export type KnownColumns = WeakMap<object, Map<string, Columns>>;

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  readonly types: CustomTypesConfig;
  /** Rows are returned as arrays of values. */
  readonly rowMode: 'array';
}

/**
 * A prepared statement whose columns are described once per connection. pg asks on every run, which for a row of thirty
 * columns costs more than the row itself, on both sides. The columns cannot become stale: PostgreSQL rejects a prepared
 * statement whose result type has changed.
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
