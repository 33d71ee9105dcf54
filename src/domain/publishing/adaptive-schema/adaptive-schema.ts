import { ofSite } from '../../core/events/emit.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { readAdaptiveSchema, type AdaptiveSchema } from '../../people/visitors/claims-schema.ts';
import { templateConditions, type TemplateCondition } from '../../people/visitors/template-conditions.ts';
import { touchSite } from '../sites/queries.ts';
import { authorizedSite, lockSite, type SiteReference } from '../sites/sites.ts';

/** The schema of visitor claims that conditions of a site may use. */
export interface SiteAdaptiveSchema {
  readonly jsonSchema: AdaptiveSchema;
  readonly updatedAt: string;
}

/** Gets the schema of a site. For members of the site. Throws not_found, also for a site without a schema. */
export async function getAdaptiveSchema(ctx: Context, reference: SiteReference): Promise<SiteAdaptiveSchema> {
  const schema = await findSchema(ctx, reference);
  if (schema === null) throw notFound('adaptive schema of site', reference.id);
  return schema;
}

/**
 * Lists conditions derived from the schema of a site; empty without a schema. For members of the site. Throws
 * not_found.
 */
export async function listTemplateConditions(ctx: Context, reference: SiteReference): Promise<TemplateCondition[]> {
  const schema = await findSchema(ctx, reference);
  return templateConditions(schema?.jsonSchema ?? null);
}

/**
 * Replaces the schema of a site. Requires `edit`. Throws not_found, forbidden, and validation_failed with every problem
 * of the schema.
 */
export async function updateAdaptiveSchema(
  outer: Context,
  { jsonSchema: given, ...reference }: SiteReference & { readonly jsonSchema: unknown },
): Promise<SiteAdaptiveSchema> {
  const jsonSchema = readAdaptiveSchema(given, 'input.jsonSchema') as unknown as Prisma.InputJsonObject;
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, reference, 'edit');
    const siteId = site.id;
    const stored = { jsonSchema, updatedAt: ctx.now() };
    await ctx.db.siteAdaptiveSchema.upsert({ where: { siteId }, create: { siteId, ...stored }, update: stored });
    await touchSite(ctx.sql, siteId, ctx.now());
    ctx.emit('site.adaptive_schema_updated', ofSite(site));
    return getAdaptiveSchema(ctx, { id: siteId });
  });
}

async function findSchema(ctx: Context, reference: SiteReference): Promise<SiteAdaptiveSchema | null> {
  const { id } = await authorizedSite(ctx, reference, 'readStructure');
  const row = await ctx.loaders.siteAdaptiveSchema.load(id);
  return row as SiteAdaptiveSchema | null;
}
