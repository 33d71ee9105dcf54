import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { raw, sql } from '../../db/sql.ts';
import { contentKey } from '../../infra/storage/content-key.ts';
import { failure } from '../../lib/errors.ts';
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
 * no bytes are in the storage that the database does not know. Throws storage_unavailable, unavailable.
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
  await keepRows(
    ctx,
    distinct.map(({ row }) => row),
  );
  await inParallel(distinct, parallelWrites, ({ row, body }) =>
    ctx.storage.put(contentKey(body), body, { contentType: row.contentType }),
  );
  return found.map(({ row }) => row);
}

/** The key of a blob in the storage. */
export const storageKey = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

/** What no entry refers to is kept for a day: an import may be about to. */
const graceHours = 24;

/** Contents that a sweep takes at once. */
const sweepSize = 20;
const maxSweeps = 10;

/** How long after it has marked bytes a sweep begins to delete them: a deletion that hangs ends well before the mark is void. */
const deletingMs = 30_000;

/** A mark this old is of a sweep that is no more. */
const isVoid = (sweptAt: string) => raw(`${sweptAt} <= now() - interval '5 minutes'`);

/**
 * Deletes bytes and texts that nothing refers to any more, some hundreds of each; gives how many. Bytes are marked, then
 * deleted outside of any transaction, then forgotten: where a sweep ends midway, a later one does the rest.
 */
export async function sweepContent(services: SweepServices): Promise<{ blobs: number; documents: number }> {
  const swept = { blobs: 0, documents: 0 };
  const before = new Date(services.now().getTime() - graceHours * 3_600_000).toISOString();
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    // oxlint-disable-next-line no-await-in-loop
    const blobs = await sweepBytes(services, before);
    // oxlint-disable-next-line no-await-in-loop
    const documents = await services.sql.rows(
      sql`delete from documents where id in (${unused('documents', 'id', 'documentId', before)}) returning id`,
    );
    swept.blobs += blobs;
    swept.documents += documents.length;
    if (Math.max(blobs, documents.length) < sweepSize) break;
  }
  return swept;
}

type SweepServices = Pick<Context, 'sql' | 'storage' | 'now'>;

async function sweepBytes({ sql: db, storage }: SweepServices, before: string): Promise<number> {
  const begun = performance.now();
  const marked = await db.rows<{ hash: string }>(
    sql`update blobs set "sweptAt" = now() where hash in (${unused('blobs', 'hash', 'blobHash', before)}) returning hash`,
  );
  const gone: string[] = [];
  try {
    await inParallel(marked, parallelWrites, async ({ hash }) => {
      if (performance.now() - begun > deletingMs) return;
      await storage.delete(storageKey(hash));
      gone.push(hash);
    });
  } finally {
    if (gone.length > 0)
      await db.rows(sql`delete from blobs where hash = any(${gone}::text[]) and "sweptAt" is not null returning hash`);
  }
  return gone.length;
}

const unused = (
  table: 'blobs' | 'documents',
  key: 'hash' | 'id',
  column: 'blobHash' | 'documentId',
  before: string,
) => {
  const [id, reference] = [raw(`kept.${key}`), raw(`e."${column}"`)];
  const isFree = table === 'blobs' && sql`(kept."sweptAt" is null or ${isVoid('kept."sweptAt"')})`;
  return sql`select ${id} from ${raw(table)} kept where kept."createdAt" < ${before}::timestamptz
    and ${isFree || raw('true')}
    and not exists (select from content_entries e where ${reference} = ${id})
    order by 1 limit ${sweepSize}::int for update skip locked`;
};

/** How long whoever keeps bytes waits for a sweep to be done with them, in milliseconds. */
const longestWaitMs = 5_000;
const pauseMs = 50;

/** Makes the rows of bytes, or renews them. Those that a sweep is deleting are waited for: it would take the new bytes too. */
async function keepRows(ctx: Context, rows: readonly { readonly hash: string }[]): Promise<void> {
  let left = rows;
  for (const end = performance.now() + longestWaitMs; ;) {
    // oxlint-disable-next-line no-await-in-loop -- mostly once
    const kept = await ctx.sql.rows<{ hash: string }>(sql`insert into blobs
      select * from json_populate_recordset(null::blobs, ${JSON.stringify(left)}::json) order by 1
      on conflict (hash) do update set "createdAt" = excluded."createdAt", "sweptAt" = null
      where blobs."sweptAt" is null or ${isVoid('blobs."sweptAt"')}
      returning hash`);
    const done = new Set(kept.map(({ hash }) => hash));
    left = left.filter(({ hash }) => !done.has(hash));
    if (left.length === 0) return;
    if (performance.now() > end)
      throw failure('unavailable', 'A file with the same bytes is being removed', { retryAfterSeconds: 300 });
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pauseMs);
  }
}
