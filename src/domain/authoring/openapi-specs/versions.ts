import type { Sql } from '../../../db/sql.ts';
import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { OpenApiVersionRow } from '../../../loaders/openapi-specs.ts';
import type { Context } from '../../core/context.ts';
import { locationUrl, signedUrl } from '../../core/urls.ts';
import { findFilesDownload, findStoredFile, versionsList, type StoredFile } from './queries/specs.ts';
import { getSpecById, type OpenApiSpec } from './specs.ts';

/** One version of a specification. */
export interface OpenApiVersion extends OpenApiVersionRow {
  readonly spec: OpenApiSpec;
}

/** Lists the versions of a specification, newest first. */
export async function listVersions(ctx: Context, spec: OpenApiSpec, page: PageRequest): Promise<Page<OpenApiVersion>> {
  const found = await paginate<OpenApiVersionRow>(ctx, versionsList(spec.id), page);
  return mapPage(found, (row) => ({ ...row, spec }));
}

/** Gets a version by id; the latest one for null. Throws not_found. */
export async function getVersion(ctx: Context, spec: OpenApiSpec, id: string | null): Promise<OpenApiVersion> {
  const wanted = id ?? spec.lastVersionId;
  const row = wanted === null ? null : await ctx.loaders.openApiVersion.load(wanted);
  if (row === null || row.specId !== spec.id) throw notFound('version', id ?? 'latest');
  return { ...row, spec };
}

/** Gets a version of any specification by id. */
export async function getVersionById(ctx: Context, id: string): Promise<OpenApiVersion> {
  const row = await ctx.loaders.openApiVersion.load(id);
  if (row === null) throw notFound('version', id);
  return { ...row, spec: await getSpecById(ctx, row.specId) };
}

/** URL of a version in the REST API. */
export const versionLocation = ({ urls }: Pick<Context, 'urls'>, { id, spec }: OpenApiVersion) =>
  locationUrl(urls, 'orgs', spec.organizationId, 'openapi', spec.slug, 'versions', id);

/** URL from which the specification was read, or where an uploaded one can be read. */
export const versionUrl = (ctx: Pick<Context, 'urls'>, version: OpenApiVersion) =>
  version.sourceUrl ?? `${versionLocation(ctx, version)}/content/raw`;

/** Gets the stored bytes of a version: its files as JSON, or the unchanged first file. */
export async function storedFileOf(
  ctx: Context,
  version: OpenApiVersion,
  part: 'filesHash' | 'rawHash',
): Promise<StoredFile> {
  const file = await findStoredFile(ctx.sql, version[part]);
  if (file === null) throw new Error(`The bytes ${version[part]} of the version ${version.id} are unknown`);
  return file;
}

/** Lifetime of the URL of a file, in seconds. */
const urlSeconds = 3_600;

/** Creates a signed URL, valid for one hour, that downloads the files of a version as JSON without a token. */
export const filesUrl = (ctx: Pick<Context, 'urls' | 'downloadKey' | 'now'>, id: string): string =>
  signedUrl(ctx, `/openapi-files/${id}/openapi.json`, urlSeconds);

/** Gets the files of a version after its URL was verified. Throws not_found. */
export async function getFilesDownload(reader: Sql, id: string) {
  const file = await findFilesDownload(reader, id);
  if (file === null) throw notFound('version', id);
  return file;
}
