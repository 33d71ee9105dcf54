import type { GeneratedIndex } from './generated-index.ts';
import { toString } from 'mdast-util-to-string';
import { parseMarkdown } from '../../markdown/parser.ts';
import { outcomeOf } from '../../../lib/text-outcome.ts';

/** An entry of a SUMMARY.md. */
export interface SummaryItem {
  readonly title: string;
  /** Absent for an entry without a link. */
  readonly url?: string;
  /** The generated page of an entry without a link. */
  readonly generated?: GeneratedIndex;
  readonly children: readonly SummaryItem[];
  /** Number of its line, from 0, where it was read from a text. */
  readonly line?: number;
}

/** The lists under a heading. The section before the first heading has no title. */
export interface SummarySection {
  readonly title?: string;
  readonly items: readonly SummaryItem[];
  readonly line?: number;
}

/**
 * Reads a SUMMARY.md: nested lists of links in sections, and paragraphs that consist of links, which are the prefix and
 * suffix chapters of mdBook. A first heading of level 1 is its title. Any other text yields sections without items.
 */
export function readSummary(markdown: string): SummarySection[] {
  const parsed = outcomeOf(() => parseMarkdown(markdown));
  if ('problem' in parsed) return [];
  const sections: { title?: string; items: SummaryItem[]; line?: number }[] = [{ items: [] }];
  let isFirst = true;
  for (const node of parsed.value.children) {
    if (node.type === 'heading') {
      const isTitle = isFirst && node.depth === 1;
      if (!isTitle) sections.push({ title: readText(node), items: [], ...lineOf(node) });
      isFirst = false;
    }
    if (node.type === 'list') sections.at(-1)?.items.push(...readList(node, markdown));
    if (node.type === 'paragraph') sections.at(-1)?.items.push(...readChapters(node));
  }
  return sections;
}

type Paragraph = Extract<ReturnType<typeof parseMarkdown>['children'][number], { type: 'paragraph' }>;

/** Lists the links of a paragraph that contains nothing else, on one or several lines. */
function readChapters({ children }: Paragraph): SummaryItem[] {
  const links = children.flatMap((child) => (child.type === 'link' ? [child] : []));
  const others = children.filter(({ type }) => type !== 'link' && type !== 'break');
  if (others.some((child) => readText(child) !== '')) return [];
  return links.map((link) => ({
    title: readText(link),
    ...(link.url !== '' && { url: link.url }),
    children: [],
    ...lineOf(link),
  }));
}

type List = Extract<ReturnType<typeof parseMarkdown>['children'][number], { type: 'list' }>;

function readList(list: List, markdown: string): SummaryItem[] {
  return list.children.flatMap((item): SummaryItem[] => {
    const children = item.children.flatMap((child) => (child.type === 'list' ? readList(child, markdown) : []));
    const line = item.children.find((child) => child.type === 'paragraph');
    if (!line) return children;
    const link = line.children.find((child) => child.type === 'link');
    // An address alone is a link without brackets, here in the brackets of another one.
    const isWritten = link !== undefined && markdown[link.position?.start.offset ?? 0] === '[';
    const bare = isWritten ? null : bareLink(markdown.slice(line.position?.start.offset, line.position?.end.offset));
    if (bare) return [{ ...bare, children, ...lineOf(line) }];
    const title = readText(link ?? line);
    return [{ title, ...(link && link.url !== '' && { url: link.url }), children, ...lineOf(line) }];
  });
}

/**
 * Reads an entry whose address has spaces or parentheses, as people write it: `[Release 2.0 (beta)](Release 2.0 (beta).md)`.
 * Markdown takes that for text.
 */
function bareLink(line: string): { title: string; url: string } | null {
  const found = /^\[([^\n]{1,500}?)\]\([ \t]*([^\n<>]{1,1000}?)[ \t]*(?:"[^"\n]{0,500}"[ \t]*)?\)[ \t]*$/.exec(
    line.trim(),
  );
  const [, label = '', url = ''] = found ?? [];
  return found === null || url === '' ? null : { title: readTitle(label), url };
}

/** Text of a title in Markdown. */
function readTitle(label: string): string {
  const parsed = outcomeOf(() => parseMarkdown(label));
  return 'problem' in parsed ? label : readText(parsed.value);
}

const lineOf = ({ position }: Pick<Paragraph, 'position'>): { line?: number } =>
  position ? { line: position.start.line - 1 } : {};

const readText = (node: Parameters<typeof toString>[0]) =>
  toString(node, { includeHtml: false }).replaceAll(/\s+/g, ' ').trim();
