import pg, { type CustomTypesConfig, type FieldDef, type Pool } from 'pg';
import type { RowConnection } from './row-client.ts';
import { rowReader, type ReadRow } from './row-reader.ts';

/** Parts of pg's connection that its types omit (pg 8.23). */
interface Connection extends RowConnection {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): unknown };
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(message: object): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
  sync(): void;
  sendCopyFail(message: string): void;
}

/** Readers of the rows of prepared statements, by name, as described on the first run on each connection. */
export type KnownColumns = WeakMap<object, Map<string, ReadRow>>;

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types: CustomTypesConfig;
}

/** Runs a prepared statement on a connection of the pool, whose clients are `RowClient`, and returns its rows. */
export function runPrepared(pool: Pool, statement: Statement, known: KnownColumns): Promise<unknown[]> {
  const query = new PreparedQuery(statement, known);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null | undefined) => (error ? reject(error) : resolve(query.rows));
    (pool.query as unknown as (query: object, values: undefined, done: object) => void).call(
      pool,
      query,
      undefined,
      done,
    );
  });
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
const valueMapper = (value: unknown) => (typeof value === 'string' ? value : prepareValue(value));

/**
 * A prepared statement in the form in which pg's client accepts queries of other packages. Its columns are described once
 * per connection. pg asks on every run, which for a row of thirty columns costs more than the row itself, on both sides.
 * The columns cannot become stale: PostgreSQL rejects a prepared statement whose result type has changed. The messages of
 * a run are sent in one piece, and its rows are read from the bytes of the server.
 */
class PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly rows: unknown[] = [];
  /** Set and called once by the pool. */
  callback: ((error: Error | null, result?: unknown) => void) | undefined;
  readonly #statement: Statement;
  readonly #known: KnownColumns;
  #connection: Connection | null = null;
  /** Why a row could not be read. The rest of the answer is read all the same. */
  #failure: Error | null = null;

  constructor(statement: Statement, known: KnownColumns) {
    this.name = statement.name;
    this.text = statement.text;
    this.#statement = statement;
    this.#known = known;
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this;
    this.#connection = connection;
    const readRow = this.#known.get(connection)?.get(name);
    const { pieces, sender } = gathered(connection);
    try {
      if (connection.parsedStatements[name] === undefined) sender.parse({ name, text });
      sender.bind({ statement: name, values: this.#statement.values, valueMapper });
    } catch (error) {
      return error as Error;
    }
    if (readRow) this.#readRows(connection, readRow);
    else sender.describe({ type: 'P', name: '' });
    sender.execute({});
    sender.sync();
    if (connection.stream.writable) connection.stream.write(Buffer.concat(pieces));
    return null;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const connection = this.#connection;
    if (connection === null) return;
    const readRow = rowReader(fields, this.#statement.types);
    const ofConnection = this.#known.get(connection) ?? new Map<string, ReadRow>();
    this.#known.set(connection, ofConnection.set(this.name, readRow));
    this.#readRows(connection, readRow);
  }

  #readRows(connection: Connection, readRow: ReadRow): void {
    connection.takeRow = (bytes, at) => {
      if (this.#failure !== null) return;
      try {
        this.rows.push(readRow(bytes, at));
      } catch (error) {
        this.#failure = error as Error;
      }
    };
  }

  handleDataRow(): void {
    this.#failure = new Error('Prepared queries need connections of RowClient');
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  #end(error: Error | null): void {
    if (this.#connection) this.#connection.takeRow = null;
    this.callback?.(this.#failure ?? error, this);
  }

  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail('A prepared statement has nothing to copy');
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
}

interface MessageBuffer {
  /** Messages written since `gathered` was called. */
  readonly pieces: Buffer[];
  readonly sender: Connection;
}

const senders = new WeakMap<Connection, MessageBuffer>();

/** Wraps a connection to collect messages instead of sending them. */
function gathered(connection: Connection): MessageBuffer {
  const cached = senders.get(connection);
  if (cached) {
    cached.pieces.length = 0;
    return cached;
  }
  const pieces: Buffer[] = [];
  const sender = Object.create(connection, { _send: { value: (piece: Buffer) => pieces.push(piece) } }) as Connection;
  const entry = { pieces, sender };
  senders.set(connection, entry);
  return entry;
}
