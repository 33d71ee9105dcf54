import { createHash } from 'node:crypto';
import { raw, sql } from '../../db/sql.ts';
import { transactionSql } from '../../db/transaction-sql.ts';
import { contentKey } from '../../infra/storage/content-key.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import type { Context } from '../context.ts';

/** Bytes that are kept, and what they are. */
export interface KeptBytes {
  readonly hash: string;
  readonly contentType: string;
}

interface Bytes {
  readonly name: string;
  readonly body: Buffer;
}

/** Files that are written to the storage at once. */
const parallelWrites = 4;

/**
 * Puts files into the storage, each content once, before the transaction that refers to them. The rows come first:
 * no bytes are in the storage that the database does not know. Throws storage_unavailable.
 */
export async function keepBytes(ctx: Context, files: readonly Bytes[]): Promise<KeptBytes[]> {
  const now = ctx.now().toISOString();
  // What knows the kinds of files is loaded by the first one.
  const { sniffFile } = await import('../../infra/storage/sniff.ts');
  const found = await inParallel(files, parallelWrites, async ({ name, body }) => {
    const { contentType, dimensions } = await sniffFile(body, name);
    const row = {
      hash: createHash('sha256').update(body).digest('hex'),
      sizeBytes: body.length,
      contentType,
      width: dimensions?.width ?? null,
      height: dimensions?.height ?? null,
      createdAt: now,
    };
    return { row, body };
  });
  const distinct = [...new Map(found.map((blob) => [blob.row.hash, blob])).values()];
  if (distinct.length === 0) return [];
  const rows = distinct.map(({ row }) => row);
  await ctx.sql.rows(sql`insert into blobs
    select * from json_populate_recordset(null::blobs, ${JSON.stringify(rows)}::json) order by 1
    on conflict (hash) do update set "createdAt" = excluded."createdAt"`);
  await inParallel(distinct, parallelWrites, ({ row, body }) =>
    ctx.storage.put(contentKey(body), body, { contentType: row.contentType }),
  );
  return found.map(({ row }) => row);
}

/** The key of a blob in the storage. */
export const storageKey = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

/** What no entry refers to is kept for a day: an import may be about to. */
const graceHours = 24;

/** Contents that one transaction of a sweep takes: their rows are locked while the storage forgets them. */
const sweepSize = 20;
const maxSweeps = 10;

/**
 * Deletes bytes and texts that nothing refers to any more, some hundreds of each; gives how many. The storage is emptied before the rows
 * are gone, under their locks: bytes that come back meanwhile are written anew.
 */
export async function sweepContent(
  services: Pick<Context, 'runTransaction' | 'storage' | 'now'>,
): Promise<{ blobs: number; documents: number }> {
  const swept = { blobs: 0, documents: 0 };
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    // oxlint-disable-next-line no-await-in-loop
    const { blobs, documents } = await sweepSome(services);
    swept.blobs += blobs;
    swept.documents += documents;
    if (Math.max(blobs, documents) < sweepSize) break;
  }
  return swept;
}

async function sweepSome(
  services: Pick<Context, 'runTransaction' | 'storage' | 'now'>,
): Promise<{ blobs: number; documents: number }> {
  const before = new Date(services.now().getTime() - graceHours * 3_600_000).toISOString();
  return services.runTransaction(async (db) => {
    const inside = transactionSql(db);
    const blobs = await inside.rows<{ hash: string }>(
      sql`delete from blobs where hash in (${unused('blobs', 'hash', 'blobHash', before)}) returning hash`,
    );
    await inParallel(blobs, parallelWrites, ({ hash }) => services.storage.delete(storageKey(hash)));
    const documents = await inside.rows(
      sql`delete from documents where id in (${unused('documents', 'id', 'documentId', before)}) returning id`,
    );
    return { blobs: blobs.length, documents: documents.length };
  });
}

const unused = (
  table: 'blobs' | 'documents',
  key: 'hash' | 'id',
  column: 'blobHash' | 'documentId',
  before: string,
) => {
  const [id, reference] = [raw(`kept.${key}`), raw(`e."${column}"`)];
  return sql`select ${id} from ${raw(table)} kept where kept."createdAt" < ${before}::timestamptz
    and not exists (select from content_entries e where ${reference} = ${id})
    order by 1 limit ${sweepSize}::int for update skip locked`;
};
