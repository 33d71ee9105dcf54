import { walkPages, type ImportNote, type ImportTree } from '../import-tree.ts';
import { counted } from '../../../lib/counted.ts';

/** Maximum number of broken links listed for one page. */
const maxListedLinks = 5;

/** Lists the problems of every page of an import: warnings of its parser, and broken links. */
export function reportPages(tree: ImportTree): ImportNote[] {
  const broken = [...walkPages(tree.pages)].flatMap(({ key, links }) => {
    const urls = [...new Set(links.flatMap(({ url, target }) => (target.kind === 'broken' ? [url] : [])))];
    return urls.length === 0 ? [] : [{ key, reason: describeBroken(urls) }];
  });
  return [...tree.warnings, ...broken];
}

function describeBroken(urls: readonly string[]): string {
  const named = urls
    .slice(0, maxListedLinks)
    .map((url) => (url.length > 100 ? `${url.slice(0, 100).toWellFormed()}…` : url))
    .join(', ');
  const more = urls.length > maxListedLinks ? `, and ${urls.length - maxListedLinks} more` : '';
  return `${counted(urls.length, 'link has', 'links have')} no target: ${named}${more}`;
}
