import type { Visitor } from '../../../access/actor.ts';
import { requireScope } from '../../../access/policy.ts';
import { notFound } from '../../../lib/errors.ts';
import { textForCaller } from '../../authoring/content/audience.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import { findOwnSpec, getSpec, type OpenApiSpec, type SpecKey } from '../../authoring/openapi-specs/specs.ts';
import { findSpace } from '../../authoring/spaces/spaces.ts';
import { listSpecUses } from './queries.ts';

/**
 * Gets a specification for callers who may read it, and for visitors who see it used on the site. Throws not_found,
 * forbidden, insufficient_scope.
 */
export async function getVisibleSpec(ctx: Context, key: SpecKey): Promise<OpenApiSpec> {
  const { visitor } = ctx.actor;
  if (visitor === undefined) return getSpec(ctx, key);
  requireScope(ctx.actor, 'openapi:read');
  const spec = key.organizationId === visitor.organizationId ? await findOwnSpec(ctx, key) : null;
  if (spec === null || !(await isShown(ctx, visitor, key))) throw notFound('OpenAPI spec', key.slug);
  return spec;
}

/** Whether the visitor sees a text that shows operations of the specification. */
async function isShown(ctx: Context, { siteId }: Visitor, { slug }: SpecKey): Promise<boolean> {
  const uses = await listSpecUses(ctx.sql, siteId, slug);
  const shown = await Promise.all(
    uses.map(async ({ spaceId, entryId, markdown, variables }) => {
      if ((await findSpace(ctx, spaceId)) === null) return false;
      const revision = await getContent(ctx, spaceId);
      if (revision.hidden?.entryIds.includes(entryId)) return false;
      return namesSpec(await textForCaller(ctx, { markdown, revision, variables }), slug);
    }),
  );
  return shown.includes(true);
}

/** Whether a text has a block with operations of a specification. */
const namesSpec = (markdown: string, slug: string) =>
  [...markdown.matchAll(/\{%-?[ \t]*openapi[^%]*/g)].some(([block]) => block.includes(`spec="${slug}"`));
