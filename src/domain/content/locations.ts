import type { Context } from '../context.ts';
import { factsOf, findSpace, readSpace, type Space } from '../spaces/spaces.ts';
import { spacePolicy } from '../spaces/policy.ts';
import { findFile, type File } from './files.ts';
import type { ContentLink } from './list-links.ts';
import { pageOf, type Page } from './page.ts';
import { findPage } from './pages.ts';
import type { Revision } from './revisions.ts';

/** What a location is. Decisions 2.17. */
export const locationKinds = {
  page: 'A page.',
  file: 'A file.',
  space: 'A space.',
  url: 'An address.',
} as const;

/** Where a link stands or leads, as far as the caller may see it. */
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
  | { readonly kind: 'url'; readonly url: string };

/** A page as a location. */
const pageLocation = async (ctx: Context, page: Page, anchor: string | null = null): Promise<ContentLocation> => ({
  kind: 'page',
  space: await readSpace(ctx, page.revision.spaceId),
  revision: page.revision,
  page,
  anchor,
});

/** Where a link stands. */
export async function standsAt(ctx: Context, { revision, pageId }: ContentLink): Promise<ContentLocation> {
  const page = await findPage(ctx, revision, pageId);
  if (page === null) throw new Error(`Revision ${revision.id} has links on ${pageId}, which it has not`);
  return pageLocation(ctx, page);
}

/** What a link leads to; null when that is nothing, or nothing the caller may see. */
export async function leadsTo(ctx: Context, link: ContentLink): Promise<ContentLocation | null> {
  const { revision, foundId, foundKind, anchor, url } = link;
  if (link.status === 'in-app') return placeInApp(ctx, link);
  if (link.status === 'broken') return null;
  if (foundId === null) return { kind: 'url', url };
  if (foundKind === 'file') {
    const [space, file] = await Promise.all([readSpace(ctx, revision.spaceId), findFile(ctx, revision, foundId)]);
    return file && { kind: 'file', space, revision, file };
  }
  const page = await findPage(ctx, revision, foundId);
  return page && pageLocation(ctx, page, anchor);
}

/** A page of the main content of a space, or the space. No difference is made between what is not there and what is not shown. */
async function placeInApp(ctx: Context, { spaceId, targetId, anchor }: ContentLink): Promise<ContentLocation | null> {
  const space = spaceId === null ? null : await findSpace(ctx, spaceId);
  if (space === null || !spacePolicy.rules.readContent.allows(ctx.actor, factsOf(space))) return null;
  if (targetId === null) return { kind: 'space', space };
  const page = await ctx.loaders.mainPage.load(`${space.id} ${targetId}`);
  const revision = page && (await ctx.loaders.revision.load(space.revisionId));
  if (!page || !revision) return null;
  return pageLocation(ctx, pageOf(page, { revision: revision as Revision, path: page.path, pages: null }), anchor);
}
