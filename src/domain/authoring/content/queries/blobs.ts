import { raw, sql, type Sql } from '../../../../db/sql.ts';
import { genericMediaTypes, unknownMediaType } from '../../../../lib/media-types.ts';

/** Number of blobs or texts that one statement of a sweep deletes. */
export const sweepSize = 20;

/** Whether a sweep mark is stale: older than any sweep can last, so the process that set it has ended. */
const isStaleMark = (sweptAt: string) => raw(`${sweptAt} <= now() - interval '5 minutes'`);

/** Deletes texts older than `before` that no entry refers to. Returns their number. */
export async function deleteUnusedTexts(reader: Sql, before: string): Promise<number> {
  const rows = await reader.rows(
    sql`delete from documents where id in (${unused('documents', 'id', 'documentId', before)}) returning id`,
  );
  return rows.length;
}

/** Marks blobs older than `before` that no entry refers to for deletion. Returns their hashes. */
export const markUnusedBlobs = (reader: Sql, before: string) =>
  reader.rows<{ hash: string }>(
    sql`update blobs set "sweptAt" = now() where hash in (${unused('blobs', 'hash', 'blobHash', before)}) returning hash`,
  );

/** Deletes the rows of marked blobs after their bytes were deleted. */
export const deleteMarkedBlobs = (reader: Sql, hashes: readonly string[]) =>
  reader.rows(sql`delete from blobs where hash = any(${hashes}::text[]) and "sweptAt" is not null returning hash`);

const unused = (
  table: 'blobs' | 'documents',
  key: 'hash' | 'id',
  column: 'blobHash' | 'documentId',
  before: string,
) => {
  const [id, reference] = [raw(`kept.${key}`), raw(`e."${column}"`)];
  const isFree =
    table === 'blobs' &&
    sql`(kept."sweptAt" is null or ${isStaleMark('kept."sweptAt"')}) and not exists (
      select from integrations i where i."iconHash" = kept.hash or kept.hash = any(i."previewHashes"))`;
  return sql`select ${id} from ${raw(table)} kept where kept."createdAt" < ${before}::timestamptz
    and ${isFree || raw('true')}
    and not exists (select from content_entries e where ${reference} = ${id})
    and ${table === 'blobs' ? isInNoSpec : raw('true')}
    order by 1 limit ${sweepSize}::int for update skip locked`;
};

/** SQL condition: no OpenAPI specification or version refers to the blob. */
const isInNoSpec = raw(`not exists (select from openapi_specs s where s."sourceHash" = kept.hash)
    and not exists (select from openapi_versions v where v."filesHash" = kept.hash)
    and not exists (select from openapi_versions v where v."rawHash" = kept.hash)`);

export interface BlobRow {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly createdAt: string;
}

/**
 * Inserts blobs or renews their timestamps. Returns the hashes written; blobs that a sweep is deleting are skipped. What
 * is detected stays: an upload, of which only the bytes are known, or a text of another name may come before or after a file of the same
 * bytes.
 */
export const upsertBlobs = (reader: Sql, blobs: readonly BlobRow[]) =>
  reader.rows<{ hash: string }>(sql`insert into blobs
      select * from json_populate_recordset(null::blobs, ${JSON.stringify(blobs)}::json) order by 1
      on conflict (hash) do update set "createdAt" = excluded."createdAt", "sweptAt" = null,
        "contentType" = case
          when blobs."contentType" = any(${[...genericMediaTypes]}::text[]) and excluded."contentType" <> ${unknownMediaType}
          then excluded."contentType" else blobs."contentType" end,
        width = coalesce(blobs.width, excluded.width), height = coalesce(blobs.height, excluded.height)
      where blobs."sweptAt" is null or ${isStaleMark('blobs."sweptAt"')}
      returning hash`);
