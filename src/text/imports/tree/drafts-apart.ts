import { isDraft } from '../formats/withheld.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { isIndexPath, readFolder, stemOf } from '../unpack/source-path.ts';
import type { PlannedPage } from './plan.ts';

/**
 * Puts a page without text in the place of each draft that has other pages below it, with the draft as its first page: a page
 * that visitors do not see hides all pages below it.
 */
export const withDraftsApart = (
  pages: readonly PlannedPage[],
  sources: ReadonlyMap<string, SourcePage>,
): readonly PlannedPage[] => pages.map((page) => apart(page, sources));

function apart(page: PlannedPage, sources: ReadonlyMap<string, SourcePage>): PlannedPage {
  const children = withDraftsApart(page.children, sources);
  const path = page.path ?? '';
  const withheld = sources.get(path)?.withheld;
  if (children.length === 0 || !withheld || !isDraft(withheld)) return { ...page, children };
  const { label: _title, ...draft } = page;
  const folder = isIndexPath(path) ? readFolder(path) : `${readFolder(path)}${stemOf(path)}/`;
  const { hidden: _hidden, ...place } = page;
  return { ...place, path: folder, children: [{ ...draft, kind: 'document', children: [] }, ...children] };
}
