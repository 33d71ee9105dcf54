import type { SpaceContent } from './load-space-content.ts';

/** Lists redirects in the form of `.gitbook.yaml`: from a former path, without a leading slash, to a file. */
export function redirectPaths({ redirects, pages, findPath: pathOf }: SpaceContent): Record<string, string> {
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
