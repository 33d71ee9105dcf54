import { walkPages, type ImportNote, type ImportTree } from './import-tree.ts';

/** Links without a target that are named for a page. */
const namedLinks = 5;

/** What every page of an import lost or has changed: the warnings of its parser, and its links that have no target. */
export function reportPages(tree: ImportTree): ImportNote[] {
  const broken = [...walkPages(tree.pages)].flatMap(({ key, links }) => {
    const urls = [...new Set(links.flatMap(({ url, target }) => (target.kind === 'broken' ? [url] : [])))];
    return urls.length === 0 ? [] : [{ key, reason: describeBroken(urls) }];
  });
  return [...tree.warnings, ...broken];
}

function describeBroken(urls: readonly string[]): string {
  const named = urls
    .slice(0, namedLinks)
    .map((url) => (url.length > 100 ? `${url.slice(0, 100).toWellFormed()}…` : url))
    .join(', ');
  const more = urls.length > namedLinks ? `, and ${urls.length - namedLinks} more` : '';
  const links = urls.length === 1 ? '1 link has' : `${urls.length} links have`;
  return `${links} no target: ${named}${more}`;
}
