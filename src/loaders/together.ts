import type DataLoader from 'dataloader';
import { isPlainUser, type Actor } from '../access/actor.ts';
import { askedRelation } from '../access/queries/caller.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { sharedReads } from '../lib/shared-reads.ts';
import { batched, readBy } from './batch.ts';

/** Most requests that one statement answers. */
const maxTogether = 100;

/** Statements that read rows with the access of their callers. */
interface CallerQueries {
  /** Selects the rows of some ids with the access of an actor. */
  readonly forActor: (ids: readonly string[], actor: Actor) => Fragment;
  /** Selects, for each row of `asked`, the row of its id with the access of `askingUser`, and its number as `nth`. */
  readonly forUsers: (asked: Fragment) => Fragment;
}

interface Request {
  readonly actor: Actor;
  readonly ids: readonly string[];
}

/** The rows of each request, by id. No two requests have the same object, because callers may add members to it. */
type RowsOfRequests<Row> = (request: Request) => Map<string, Row>;

/** Requests of these share statements whoever sends them. */
const plainUsers = 'plain users';

/**
 * As `byKey`, for rows that depend on the caller. Requests that arrive together share their statements, which cost the
 * server as much as the rest of a short request: those of plain users, and those of each other actor. In a transaction
 * each reads alone.
 */
export function byKeyTogether<Row extends object>(
  { forActor, forUsers }: CallerQueries,
  keyOf: (row: Row) => string,
): (reader: Sql, actor: Actor) => DataLoader<string, Row | null> {
  const readFor = (reader: Sql, actor: Actor) => readBy<Row>(reader, (ids) => forActor(ids, actor), keyOf);

  const readForActor = async (
    reader: Sql,
    actor: Actor,
    requests: readonly Request[],
  ): Promise<RowsOfRequests<Row>> => {
    const rows = await readFor(reader, actor)([...new Set(requests.flatMap(({ ids }) => ids))]);
    return requests.length === 1 ? () => rows : ({ ids }) => copyRows(rows, ids);
  };

  const readForUsers = async (reader: Sql, requests: readonly Request[]): Promise<RowsOfRequests<Row>> => {
    const asked = requests.flatMap((request) =>
      request.ids.map((id) => ({ request, userId: request.actor.userId, id })),
    );
    const rows = new Map<Request | undefined, Map<string, Row>>(requests.map((request) => [request, new Map()]));
    for (const { nth, ...columns } of await reader.rows<Row & { readonly nth: number }>(
      forUsers(askedRelation(asked)),
    )) {
      const row = columns as unknown as Row;
      rows.get(asked[nth - 1]?.request)?.set(keyOf(row), row);
    }
    return (request) => rows.get(request) ?? new Map();
  };

  const shareIn = (reader: Sql) =>
    sharedReads((sharing: Actor | typeof plainUsers, requests: readonly Request[]) => {
      if (sharing !== plainUsers) return readForActor(reader, sharing, requests);
      const [first, second] = requests;
      return first && !second ? readForActor(reader, first.actor, requests) : readForUsers(reader, requests);
    }, maxTogether);

  const shared = new WeakMap<Sql, ReturnType<typeof shareIn>>();
  return (reader, actor) => {
    if (reader.onWrite) return batched(readFor(reader, actor));
    let read = shared.get(reader);
    if (read === undefined) shared.set(reader, (read = shareIn(reader)));
    const together = read;
    const sharing = isPlainUser(actor) ? plainUsers : actor;
    return batched(async (ids) => {
      const request = { actor, ids };
      return (await together(sharing, request))(request);
    });
  };
}

function copyRows<Row extends object>(rows: ReadonlyMap<string, Row>, keys: readonly string[]): Map<string, Row> {
  const copies = new Map<string, Row>();
  for (const key of keys) {
    const row = rows.get(key);
    if (row) copies.set(key, { ...row });
  }
  return copies;
}
