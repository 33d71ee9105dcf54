import type { Sql } from '../../../db/sql.ts';
import { listConnectionStates, type ConnectionState } from './queries/connections.ts';

export type { ConnectionState };

const pageSize = 500;

/** All connections of the installation, for operators, or only those that need somebody. */
export async function* connectionStates(
  reader: Sql,
  { onlyFaulty = false }: { readonly onlyFaulty?: boolean } = {},
): AsyncGenerator<ConnectionState> {
  for (let after = ''; ;) {
    const page = await listConnectionStates(reader, { after, limit: pageSize, onlyFaulty });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}
