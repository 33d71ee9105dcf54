import type { RedirectLine } from '../imports/formats/exported/format.ts';
import type { ExportedPage } from './tree-order.ts';

/** Former paths of pages, and where the files of the pages are. `pages` lists parents before children. */
interface RedirectedPages {
  readonly redirects: readonly RedirectLine[];
  readonly pages: readonly Pick<ExportedPage, 'id' | 'parentId' | 'slug'>[];
  readonly findPath: (id: string) => string | undefined;
}

/** Lists redirects in the form of `.gitbook.yaml`: from a former path, without a leading slash, to a file. */
export function redirectPaths({ redirects, pages, findPath: pathOf }: RedirectedPages): Record<string, string> {
  const folders = new Map<string, string>([['', '']]);
  for (const { id, parentId, slug } of pages) folders.set(id, `${folders.get(parentId ?? '') ?? ''}${slug ?? ''}/`);
  return Object.fromEntries(
    redirects.flatMap(({ parent, slug, page }) => {
      const folder = folders.get(parent);
      const file = pathOf(page);
      return folder === undefined || file === undefined ? [] : [[`${folder}${slug}`, file]];
    }),
  );
}
