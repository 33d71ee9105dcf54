import { allowed, authorize } from '../../../access/policy.ts';
import type { Actor } from '../../../access/actor.ts';
import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { specOf, type OpenApiSpecColumns, type OpenApiSpecRow } from '../../../loaders/openapi-specs.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import type { ProcessError, ProcessingState, SpecVisibility } from './fields.ts';
import { openApiSpecPolicy, type OpenApiSpecAction } from './policy.ts';
import { findNamedSpecs, findSpec, specsList, type SpecKey } from './queries/specs.ts';

export type { SpecKey };

/** An OpenAPI specification of an organization. */
export interface OpenApiSpec extends Omit<OpenApiSpecRow, 'visibility' | 'processingState' | 'lastProcessedErrors'> {
  readonly visibility: SpecVisibility;
  readonly processingState: ProcessingState;
  /** Errors of the last run; empty when it succeeded. */
  readonly lastProcessedErrors: readonly ProcessError[];
}

const toSpec = (row: OpenApiSpecColumns) => specOf(row) as unknown as OpenApiSpec;

/** Gets a specification and authorizes an action on it. */
export async function authorizedSpec(ctx: Context, key: SpecKey, action: OpenApiSpecAction): Promise<OpenApiSpec> {
  await getOrganization(ctx, key.organizationId);
  const spec = await findOwnSpec(ctx, key);
  if (spec === null) {
    await authorizeSpecs(ctx, key.organizationId, action);
    throw notFound(openApiSpecPolicy.kind, key.slug);
  }
  authorize(openApiSpecPolicy, action, ctx.actor, spec);
  return spec;
}

/** Finds specifications by slug or source URL without authorization. Keys of the result are those names. */
export async function findOwnSpecs(
  ctx: Context,
  organizationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, OpenApiSpec>> {
  const rows = await findNamedSpecs(ctx.sql, ctx.actor, { organizationId, names });
  return new Map(rows.map(({ foundBy, ...row }) => [foundBy, toSpec(row)]));
}

/** Finds a specification by slug without authorization. */
export async function findOwnSpec(ctx: Context, key: SpecKey): Promise<OpenApiSpec | null> {
  const row = await findSpec(ctx.sql, ctx.actor, key);
  return row && toSpec(row);
}

/** Authorizes an action on the private specifications of an organization. */
export async function authorizeSpecs(ctx: Context, organizationId: string, action: OpenApiSpecAction): Promise<void> {
  const { id, membership } = await getOrganization(ctx, organizationId);
  authorize(openApiSpecPolicy, action, ctx.actor, { id, membership, visibility: 'private' });
}

export const getSpec = (ctx: Context, key: SpecKey): Promise<OpenApiSpec> => authorizedSpec(ctx, key, 'read');

/** Gets a specification by id, in any organization of the caller. */
export async function getSpecById(ctx: Context, id: string): Promise<OpenApiSpec> {
  const row = (await ctx.loaders.openApiSpec.load(id)) as OpenApiSpec | null;
  if (row === null) throw notFound(openApiSpecPolicy.kind, id);
  authorize(openApiSpecPolicy, 'read', ctx.actor, row);
  return row;
}

/** Lists the specifications of an organization by slug. */
export async function listSpecs(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<OpenApiSpec>> {
  await authorizeSpecs(ctx, organizationId, 'read');
  return mapPage(await paginate<OpenApiSpecColumns>(ctx, specsList(ctx.actor, organizationId), page), toSpec);
}

export const specPermissions = (actor: Actor, spec: OpenApiSpec) => ({
  view: allowed(openApiSpecPolicy, 'read', actor, spec),
  edit: allowed(openApiSpecPolicy, 'edit', actor, spec),
});
