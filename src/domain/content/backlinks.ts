import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { mapPage, type Page as ListPage, type PageRequest } from '../../lib/page.ts';
import { linkedFrom } from '../../loaders/content-links.ts';
import { isPage, pageColumns, type PageRow } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import { readSpace } from '../spaces/spaces.ts';
import type { File } from './files.ts';
import type { ContentLocation } from './locations.ts';
import { pageOf, type Page } from './page.ts';

/** The other pages of its revision that link to a page or a file, or show the file, by title; each once. */
export async function listBacklinks(
  ctx: Context,
  target: Page | File,
  request: PageRequest,
): Promise<ListPage<ContentLocation>> {
  const { revision, id } = target;
  const path = 'path' in target ? target.path : null;
  const found = await paginate<PageRow>(
    ctx,
    {
      name: 'backlinks',
      filters: [revision.line, id],
      select: pageColumns,
      from: sql`from ${linkedFrom(revision, { id, path })}`,
      where: [isPage],
      sort: { by: 'e.title collate "C"', type: 'text', id: 'e."entryId"' },
      direction: 'asc',
    },
    request,
  );
  const paths = await ctx.loaders.contentPage.loadMany(found.items.map((row) => ({ state: revision, id: row.id })));
  const pathOf = new Map(paths.flatMap((row) => (row === null || row instanceof Error ? [] : [[row.id, row.path]])));
  const space = await readSpace(ctx, revision.spaceId);
  return mapPage(found, (row) => {
    const page = pageOf(row, { revision, path: pathOf.get(row.id) ?? null, pages: null });
    return { kind: 'page', space, revision, page, anchor: null };
  });
}
