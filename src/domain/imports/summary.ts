import { toString } from 'mdast-util-to-string';
import { parseMarkdown } from './markdown-parser.ts';
import { parseProblem } from './parse-budget.ts';

/** One line of a SUMMARY.md. */
export interface SummaryItem {
  readonly title: string;
  /** Absent for a line that links nothing. */
  readonly url?: string;
  readonly children: readonly SummaryItem[];
}

/** The lists under one heading; without a title those before the first. */
export interface SummarySection {
  readonly title?: string;
  readonly items: readonly SummaryItem[];
}

/**
 * Reads a SUMMARY.md: nested lists of links, in sections by headings; the first heading, if of level 1, names the whole.
 * A text that is no such table has sections without items.
 */
export function readSummary(markdown: string): SummarySection[] {
  if (parseProblem(markdown)) return [];
  const sections: { title?: string; items: SummaryItem[] }[] = [{ items: [] }];
  let isFirst = true;
  for (const node of parseMarkdown(markdown).children) {
    if (node.type === 'heading') {
      const isTitle = isFirst && node.depth === 1;
      if (!isTitle) sections.push({ title: textOf(node), items: [] });
      isFirst = false;
    }
    if (node.type === 'list') sections.at(-1)?.items.push(...readList(node));
  }
  return sections;
}

type List = Extract<ReturnType<typeof parseMarkdown>['children'][number], { type: 'list' }>;

function readList(list: List): SummaryItem[] {
  return list.children.flatMap((item): SummaryItem[] => {
    const children = item.children.flatMap((child) => (child.type === 'list' ? readList(child) : []));
    const line = item.children.find((child) => child.type === 'paragraph');
    if (!line) return children;
    const link = line.children.find((child) => child.type === 'link');
    const title = textOf(link ?? line);
    return [{ title, ...(link && link.url !== '' && { url: link.url }), children }];
  });
}

const textOf = (node: Parameters<typeof toString>[0]) =>
  toString(node, { includeHtml: false }).replaceAll(/\s+/g, ' ').trim();
