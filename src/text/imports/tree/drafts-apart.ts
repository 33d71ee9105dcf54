import { isDraft } from '../formats/withheld.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { isIndexPath, readFolder, stemOf } from '../unpack/source-path.ts';
import type { PlannedPage } from './plan.ts';

/**
 * Puts a page without text in the place of each draft that has pages below it which visitors see, with the draft as its first page: a
 * page that visitors do not see hides all pages below it.
 */
export const withDraftsApart = (
  pages: readonly PlannedPage[],
  sources: ReadonlyMap<string, SourcePage>,
): readonly PlannedPage[] => pages.map((page) => apart(page, sources));

function apart(page: PlannedPage, sources: ReadonlyMap<string, SourcePage>): PlannedPage {
  const children = withDraftsApart(page.children, sources);
  const path = page.path ?? '';
  const withheld = sources.get(path)?.withheld;
  if (!withheld || !isDraft(withheld) || !page.children.some((child) => showsAny(child, sources)))
    return { ...page, children };
  const { label: _title, ...draft } = page;
  const folder = isIndexPath(path) ? readFolder(path) : `${readFolder(path)}${stemOf(path)}/`;
  const { hidden: _hidden, ...place } = page;
  return { ...place, path: folder, children: [{ ...draft, kind: 'document', children: [] }, ...children] };
}

/** Whether visitors see the page or one below it. */
const showsAny = ({ path = '', children }: PlannedPage, sources: ReadonlyMap<string, SourcePage>): boolean =>
  (sources.has(path) && !isDraft(sources.get(path)?.withheld)) || children.some((child) => showsAny(child, sources));
