import { visit } from 'unist-util-visit';
import { outcomeOf } from '../../lib/text-outcome.ts';
import type { Locate } from '../imports/links/locator.ts';
import type { PlannedPage } from '../imports/tree/plan.ts';
import { planContents } from '../imports/tree/plan-contents.ts';
import { readSummary } from '../imports/tree/summary.ts';
import { relativePath } from '../imports/unpack/source-path.ts';
import { parseMarkdown } from '../markdown/parser.ts';
import { findUrlSpan, type Span } from '../markdown/url-spans.ts';

/** A line of a SUMMARY.md that lists an entry. */
export interface SummaryLine {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: 'heading' | 'item';
  /** Number of the line, from 0. */
  readonly line: number;
  readonly indent: string;
  /** `* `, `1. `, `## `; empty for a chapter outside of lists. */
  readonly marker: string;
  /** The title as it is read. */
  readonly title: string;
  /** The line behind its marker. */
  readonly text: string;
  /** Where the title is in `text`. */
  readonly label: Span;
  /** Where the address is in `text`; null without one. */
  readonly url: Span | null;
}

/** A table of contents, and what is known of the folder that it is in. */
export interface SummaryFile {
  readonly text: string;
  readonly path: string;
  readonly root: string;
  /** Paths of the pages that it can list. */
  readonly pages: ReadonlySet<string>;
  readonly locate: Locate;
}

/** A page of the tree that a table of contents makes. */
export interface PlannedLine {
  /** As the key of an import. */
  readonly key: string;
  readonly kind: PlannedPage['kind'];
  /** Its path in the folder; undefined for a link. */
  readonly path: string | undefined;
  readonly title: string;
  readonly parent: PlannedLine | null;
  readonly line: number;
}

/** Plans the pages that a table of contents lists, in order, as an import would. */
export function planLines({ text, path, root, pages, locate }: SummaryFile): PlannedLine[] {
  const sources = new Map([...pages].map((page) => [page, null]));
  const { nodes } = planContents({ path, sections: readSummary(text), sources, locate, name: path, within: '' });
  const planned: PlannedLine[] = [];
  const counts = new Map<string, number>();
  const add = (siblings: readonly PlannedPage[], parent: PlannedLine | null) => {
    for (const { kind, path: own, url, label = '', line = -1, children } of siblings) {
      const plain = kind === 'link' ? `link ${url ?? label}` : relativePath(root, own ?? '');
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      const page = { key: count === 1 ? plain : `${plain} ${count}`, kind, path: own, title: label, parent, line };
      planned.push(page);
      add(children, page);
    }
  };
  add(nodes, null);
  return planned;
}

/** Finds the lines of a table of contents that list entries; null when two of them share a line. */
export function readSummaryLines(file: SummaryFile, idOf: (key: string) => string | undefined): SummaryLine[] | null {
  const planned = planLines(file);
  const all = file.text.split('\n').map((line) => line.replace(/\r$/, ''));
  const links = linksByLine(file.text);
  if (new Set(planned.map(({ line }) => line)).size < planned.length) return null;
  return planned.flatMap(({ key, title, parent, line }) => {
    const id = idOf(key);
    const whole = all[line];
    if (id === undefined || whole === undefined) return [];
    const [head = '', indent = '', marker = ''] = /^([ \t]*)((?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)?/.exec(whole) ?? [];
    const text = whole.slice(head.length);
    const isHeading = marker.startsWith('#') || /^ {0,3}(?:=+|-+)[ \t]*$/.test(all[line + 1] ?? '');
    const kind = isHeading ? 'heading' : 'item';
    const parentId = parent ? (idOf(parent.key) ?? null) : null;
    return [{ id, parentId, kind, line, indent, marker, title, text, ...spansIn(text, links.get(line), head.length) }];
  });
}

interface LineLink {
  readonly label: Span;
  readonly url: Span;
}

/** The first link of each line, by columns. */
function linksByLine(text: string): Map<number, LineLink> {
  const links = new Map<number, LineLink>();
  const parsed = outcomeOf(() => parseMarkdown(text));
  if ('problem' in parsed) return links;
  visit(parsed.value, 'link', (node) => {
    const url = findUrlSpan(node);
    const start = node.position?.start;
    const [from, to] = [node.children.at(0)?.position?.start.offset, node.children.at(-1)?.position?.end.offset];
    if (!url || start?.offset === undefined || links.has(start.line - 1)) return;
    const column = start.offset - (start.column - 1);
    const label =
      from === undefined || to === undefined
        ? { start: start.offset + 1, end: start.offset + 1 }
        : { start: from, end: to };
    const inLine = (span: Span) => ({ start: span.start - column, end: span.end - column });
    links.set(start.line - 1, { label: inLine(label), url: inLine(url) });
  });
  return links;
}

function spansIn(text: string, link: LineLink | undefined, by: number): { label: Span; url: Span | null } {
  const moved = ({ start, end }: Span) => ({ start: start - by, end: end - by });
  if (link) return { label: moved(link.label), url: moved(link.url) };
  const bare = /^\[([^\n]{0,500}?)\]\([ \t]*([^\n<>]{1,1000}?)[ \t]*(?:"[^"\n]{0,500}"[ \t]*)?\)[ \t]*$/d.exec(text);
  const [, label, url] = bare?.indices ?? [];
  if (label && url) return { label: { start: label[0], end: label[1] }, url: { start: url[0], end: url[1] } };
  // A draft of mdBook has an empty address.
  const [, draft] = /^\[([^\n]{0,500}?)\]\([ \t]*\)/d.exec(text)?.indices ?? [];
  if (draft) return { label: { start: draft[0], end: draft[1] }, url: null };
  return { label: { start: 0, end: text.replace(/[ \t]+#*[ \t]*$/, '').length }, url: null };
}
