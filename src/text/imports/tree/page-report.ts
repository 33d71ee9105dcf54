import { walkPages, type ImportNote, type ImportTree } from '../import-tree.ts';
import { counted } from '../../../lib/counted.ts';
import { describePlaces } from '../formats/lines.ts';

/** Lists the problems of every page of an import: warnings of its parser, and broken links with their lines. */
export function reportPages(tree: ImportTree): ImportNote[] {
  const broken = [...walkPages(tree.pages)].flatMap(({ key, links }) => {
    const places = links.flatMap(({ url, target, line }) => (target.kind === 'broken' ? [{ text: url, line }] : []));
    const count = new Set(places.map(({ text }) => text)).size;
    if (count === 0) return [];
    return [{ key, reason: `${counted(count, 'link has', 'links have')} no target: ${describePlaces(places)}` }];
  });
  return [...tree.warnings, ...broken];
}
