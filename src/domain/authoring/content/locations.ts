import { allowed } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { openApiSpecPolicy } from '../openapi-specs/policy.ts';
import { findOwnSpecs, type OpenApiSpec } from '../openapi-specs/specs.ts';
import { toFacts, findSpace, loadSpace, type Space } from '../spaces/spaces.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { findFile, type File } from './files.ts';
import type { ContentLink } from './list-links.ts';
import type { Page } from './page.ts';
import { findMainPage, findPage } from './pages.ts';
import type { Revision } from './revisions.ts';

/** Kinds of locations. */
export const locationKinds = {
  page: 'A page.',
  file: 'A file.',
  space: 'A space.',
  url: 'An external URL.',
  openapi: 'An OpenAPI specification.',
} as const;

/** Source or target of a link, as far as the caller may see it. */
export type ContentLocation =
  | {
      readonly kind: 'page';
      readonly space: Space;
      readonly revision: Revision;
      readonly page: Page;
      readonly anchor: string | null;
    }
  | { readonly kind: 'file'; readonly space: Space; readonly revision: Revision; readonly file: File }
  | { readonly kind: 'space'; readonly space: Space }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'openapi'; readonly spec: OpenApiSpec };

const pageLocation = async (ctx: Context, page: Page, anchor: string | null = null): Promise<ContentLocation> => ({
  kind: 'page',
  space: await loadSpace(ctx, page.revision.spaceId),
  revision: page.revision,
  page,
  anchor,
});

/** Gets the page that contains a link. */
export async function getLinkSource(ctx: Context, { revision, pageId }: ContentLink): Promise<ContentLocation> {
  const page = await findPage(ctx, revision, pageId);
  if (page === null) throw new Error(`Revision ${revision.id} has links on ${pageId} but not the page`);
  return pageLocation(ctx, page);
}

/** Finds the target of a link; null when the link is broken or the caller may not see the target. */
export async function findLinkTarget(ctx: Context, link: ContentLink): Promise<ContentLocation | null> {
  const { revision, foundId, foundKind, anchor, url } = link;
  if (link.status === 'in-app') return locationInApp(ctx, link);
  if (link.status === 'broken') return null;
  if (link.kind === 'openapi') return specLocation(ctx, revision, link.targetId ?? '');
  if (foundId === null) return { kind: 'url', url };
  if (foundKind === 'file') {
    const [space, file] = await Promise.all([loadSpace(ctx, revision.spaceId), findFile(ctx, revision, foundId)]);
    return file && { kind: 'file', space, revision, file };
  }
  const page = await findPage(ctx, revision, foundId);
  return page && pageLocation(ctx, page, anchor);
}

/** Finds a specification of the organization of the space; null when the caller may not read it. */
async function specLocation(ctx: Context, { spaceId }: Revision, name: string): Promise<ContentLocation | null> {
  const { organizationId } = await loadSpace(ctx, spaceId);
  const spec = (await findOwnSpecs(ctx, organizationId, [name])).get(name);
  return spec && allowed(openApiSpecPolicy, 'read', ctx.actor, spec) ? { kind: 'openapi', spec } : null;
}

/** Finds a space, or a page of its main content; null when it does not exist or the caller may not see it. */
async function locationInApp(
  ctx: Context,
  { spaceId, targetId, anchor }: ContentLink,
): Promise<ContentLocation | null> {
  const space = spaceId === null ? null : await findSpace(ctx, spaceId);
  if (space === null || !spacePolicy.rules.readContent.allows(ctx.actor, toFacts(space))) return null;
  if (targetId === null) return { kind: 'space', space };
  const page = await findMainPage(ctx, space, targetId);
  return page && pageLocation(ctx, page, anchor);
}
