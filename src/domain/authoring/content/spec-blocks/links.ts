import { allowed } from '../../../../access/policy.ts';
import { specBlocksIn } from '../../../../text/markdown/spec-blocks.ts';
import type { Context } from '../../../core/context.ts';
import { openApiSpecPolicy } from '../../openapi-specs/policy.ts';
import { findOwnSpecs } from '../../openapi-specs/specs.ts';
import type { LinkState } from '../../../../text/content/changes.ts';

/**
 * Creates the links from texts to the specifications of their blocks. A link is broken when the author of the text may
 * not read the specification, because readers of the page see its content. A specification that does not exist yet
 * counts as private. Takes at most three statements, and none without blocks.
 */
export async function linksToSpecs(
  ctx: Context,
  spaceId: string,
  texts: readonly { readonly pageId: string; readonly markdown: string }[],
): Promise<LinkState[]> {
  const found = texts.flatMap(({ pageId, markdown }) => specBlocksIn(markdown).map((block) => ({ pageId, ...block })));
  if (found.length === 0) return [];
  const space = await ctx.loaders.space.load(spaceId);
  const organization = space && (await ctx.loaders.organization.load(space.organizationId));
  if (!organization) return [];
  const { id, membership } = organization;
  const specs = await findOwnSpecs(ctx, id, [...new Set(found.map(({ spec }) => spec))]);
  const isReadable = (name: string) => {
    const facts = specs.get(name) ?? { id: name, membership, visibility: 'private' as const };
    return allowed(openApiSpecPolicy, 'read', ctx.actor, facts);
  };
  return found.map(({ pageId, spec, specSpan: { start: startsAt, end: endsAt } }) => ({
    pageId,
    startsAt,
    endsAt,
    url: spec,
    ...(isReadable(spec) ? { kind: 'openapi', targetId: spec } : { kind: 'broken', targetId: null }),
    anchor: null,
  }));
}
