import type { ClientBase } from 'pg';

/** SHA-256 of the files that the database names, without those that are being deleted. */
export async function hashesOfFiles(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: `select hash from blobs where "sweptAt" is null order by hash`,
    rowMode: 'array',
  });
  return rows.map(([hash]) => hash);
}
