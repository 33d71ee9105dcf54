import type { PageRow } from '../../../db/content/pages.ts';
import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page as ListPage, type PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { loadSpace } from '../spaces/spaces.ts';
import type { File } from './files.ts';
import type { ContentLocation } from './locations.ts';
import { pageOf, type Page } from './page.ts';
import { backlinksTo } from './queries/links.ts';

/** Lists the other pages of a revision that link to a page or file or show the file, each once, ordered by title. */
export async function listBacklinks(
  ctx: Context,
  target: Page | File,
  request: PageRequest,
): Promise<ListPage<ContentLocation>> {
  const { revision, id } = target;
  const path = 'path' in target ? target.path : null;
  const found = await paginate<PageRow>(ctx, backlinksTo(revision, { id, path }), request);
  const paths = await ctx.loaders.contentPage.loadMany(found.items.map((row) => ({ state: revision, id: row.id })));
  const pathOf = new Map(paths.flatMap((row) => (row === null || row instanceof Error ? [] : [[row.id, row.path]])));
  const space = await loadSpace(ctx, revision.spaceId);
  return mapPage(found, (row) => {
    const page = pageOf(row, { revision, path: pathOf.get(row.id) ?? null, pages: null });
    return { kind: 'page', space, revision, page, anchor: null };
  });
}
