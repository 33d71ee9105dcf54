import { visit } from 'unist-util-visit';
import { parseMarkdown, type Span, urlSpanOf } from './markdown-parser.ts';
import { parseProblem } from './parse-budget.ts';
import { importRefused } from './refusal.ts';

/**
 * Takes the life out of HTML and addresses in Markdown made from HTML: reads it back, as a renderer would, and escapes.
 * mdast-util-to-markdown 2 escapes text well, but not blocks that its parents cannot hold: `<h1><pre>&lt;b>` and
 * `<code>&lt;b><p>` print a live tag. Throws import_refused for what cannot be read back or does not settle.
 */
export function guardMarkdown(printed: string): string {
  let markdown = printed;
  for (let round = 0; round < maxRounds; round++) {
    const problem = parseProblem(markdown);
    if (problem) throw importRefused(`The HTML page cannot be converted: as Markdown, ${problem}`);
    const edits = findEdits(markdown);
    if (edits.length === 0) return markdown;
    markdown = apply(markdown, edits);
  }
  throw importRefused('The HTML page cannot be converted to Markdown safely');
}

/** An escape may open a construct that hid another; a few rounds settle all that was ever seen. */
const maxRounds = 8;

interface Edit extends Span {
  readonly text: string;
}

function findEdits(markdown: string): Edit[] {
  const edits: Edit[] = [];
  visit(parseMarkdown(markdown), (node) => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) return;
    if (node.type === 'html') edits.push({ start, end, text: markdown.slice(start, end).replaceAll('<', '&lt;') });
    if (!('url' in node) || isHarmless(node.url)) return;
    const span = urlSpanOf(node);
    // Without a span of its own the address is the text, between angle brackets.
    edits.push(span ? { ...span, text: '#' } : { start, end: start + 1, text: '&lt;' });
  });
  return edits;
}

const isHarmless = (url: string) => {
  const scheme = /^[^/?#]*?:/.exec(url)?.[0].toLowerCase();
  return scheme === undefined || ['http:', 'https:', 'mailto:', 'tel:'].includes(scheme);
};

/** Makes edits that do not overlap; of two that do, the first. */
function apply(markdown: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(markdown.slice(at, start), text);
    at = end;
  }
  return parts.join('') + markdown.slice(at);
}
