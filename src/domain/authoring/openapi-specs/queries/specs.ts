import type { Actor } from '../../../../access/actor.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../../db/sql.ts';
import { namedSpec, specAccessJoin, specColumns, type OpenApiSpecColumns } from '../../../../loaders/openapi-specs.ts';

/** Identifies a specification by organization and slug. */
export interface SpecKey {
  readonly organizationId: string;
  readonly slug: string;
}

/** Keyset list of `OpenApiSpecColumns` of an organization, by slug. */
export const specsList = (actor: Actor, organizationId: string): KeysetList => ({
  name: 'openapi-specs',
  filters: [organizationId],
  select: specColumns,
  from: sql`from openapi_specs t ${specAccessJoin(actor)}`,
  where: [sql`t."organizationId" = ${organizationId}`],
  sort: { by: 't.slug collate "C"', type: 'text', id: 't.id' },
  direction: 'asc',
});

export const findSpec = (reader: Sql, actor: Actor, { organizationId, slug }: SpecKey) =>
  reader.first<OpenApiSpecColumns>(sql`
    select ${specColumns} from openapi_specs t ${specAccessJoin(actor)}
    where t."organizationId" = ${organizationId} and t.slug = ${slug}`);

/** Finds specifications by slugs or source URLs, each with the name by which it was found. */
export const findNamedSpecs = (
  reader: Sql,
  actor: Actor,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
) =>
  reader.rows<OpenApiSpecColumns & { readonly foundBy: string }>(sql`
    select ${specColumns}, wanted.name as "foundBy" from unnest(${names}::text[]) wanted(name)
    cross join lateral ${namedSpec(sql`${organizationId}`, raw('wanted.name'))} t ${specAccessJoin(actor)}`);

/** Locks a specification until the transaction ends; null when it does not exist. */
export const lockSpec = (reader: Sql, id: string) =>
  reader.first<{ version: number; sourceNumber: number; lastVersionId: string | null }>(
    sql`select version, "sourceNumber", "lastVersionId" from openapi_specs where id = ${id} for update`,
  );

/** Keyset list of `OpenApiVersionRow` of a specification, newest first. */
export const versionsList = (specId: string): KeysetList => ({
  name: 'openapi-versions',
  filters: [specId],
  select: sql`v.*`,
  from: sql`from openapi_versions v`,
  where: [sql`v."specId" = ${specId}`],
  sort: { by: 'v."createdAt"', type: 'timestamptz', id: 'v.id' },
  direction: 'desc',
});

/** The stored bytes of a version. */
export interface StoredFile {
  readonly hash: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

export const findStoredFile = (reader: Sql, hash: string) =>
  reader.first<StoredFile>(sql`select hash, "sizeBytes", "contentType" from blobs where hash = ${hash}`);

/** A specification to read again, with the user as whom the job runs. */
export interface DueSpec {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Lists specifications whose URL was not read since `before` or whose processing stopped before `stuck`. Each has the
 * user who set the source, or an admin of the organization when that user no longer exists.
 */
export const listDueSpecs = (
  reader: Sql,
  { before, stuck, limit }: { readonly before: string | null; readonly stuck: string; readonly limit: number },
) =>
  reader.rows<DueSpec>(sql`
    select s.id, s."organizationId", coalesce(s."createdById", boss."userId") as "userId"
    from openapi_specs s left join lateral (
      select m."userId" from members m
      where m."organizationId" = s."organizationId" and m.role = 'admin' and not m.disabled
      order by m."joinedAt" limit 1) boss on true
    where coalesce(s."createdById", boss."userId") is not null
      and (s."sourceUrl" is not null and s."lastProcessedAt" < ${before}::timestamptz and s."processingState" = 'complete'
        or s."processingState" <> 'complete' and s."updatedAt" < ${stuck}::timestamptz)
    order by s."lastProcessedAt" nulls first, s.id limit ${limit}::int`);

/** Finds the files of a version as a download. */
export const findFilesDownload = (reader: Sql, versionId: string) =>
  reader.first<{ name: string; contentType: string; blobHash: string; sizeBytes: number }>(sql`
    select 'openapi.json' as name, 'application/json' as "contentType", b.hash as "blobHash", b."sizeBytes"
    from openapi_versions v join blobs b on b.hash = v."filesHash" where v.id = ${versionId}`);
