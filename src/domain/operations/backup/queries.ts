import type { ClientBase } from 'pg';

/** Lists the SHA-256 of the files that the database references, except those being deleted. */
export async function listFileHashes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: `select hash from blobs where "sweptAt" is null order by hash`,
    rowMode: 'array',
  });
  return rows.map(([hash]) => hash);
}
