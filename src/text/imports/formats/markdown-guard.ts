import { visit } from 'unist-util-visit';
import { type MarkdownRoot, parseMarkdown } from '../../markdown/parser.ts';
import { findUrlSpan, type Span } from '../../markdown/url-spans.ts';
import { outcomeOf } from '../../../lib/text-outcome.ts';
import { importRefused } from '../refusal.ts';
import { isKeptTag } from './html/kept-tags.ts';

/**
 * Escapes active HTML and URLs in converted Markdown: parses it as a renderer would, and escapes what is active.
 * mdast-util-to-markdown 2 does not escape blocks in parents that cannot contain them: `<h1><pre>&lt;b>` and
 * `<code>&lt;b><p>` produce an active tag. Returns the text with its tree. Throws import_refused when the text cannot be
 * parsed or escaped.
 */
export function guardMarkdown(printed: string): { readonly markdown: string; readonly tree: MarkdownRoot } {
  let markdown = printed;
  for (let round = 0; round < maxRounds; round++) {
    const found = outcomeOf(() => {
      const tree = parseMarkdown(markdown);
      return { tree, edits: findEdits(tree, markdown) };
    });
    if ('problem' in found)
      throw importRefused(`The HTML page cannot be converted to Markdown, because ${found.problem}`);
    const { tree, edits } = found.value;
    if (edits.length === 0) return { markdown, tree };
    markdown = apply(markdown, edits);
  }
  throw importRefused('The HTML page cannot be converted to Markdown safely');
}

/** Maximum number of passes. An escape can expose another active construct; all known cases need few passes. */
const maxRounds = 8;

interface Edit extends Span {
  readonly text: string;
}

function findEdits(tree: MarkdownRoot, markdown: string): Edit[] {
  const edits: Edit[] = [];
  visit(tree, (node) => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) return;
    if (node.type === 'html' && !isKeptTag(node.value))
      edits.push({ start, end, text: markdown.slice(start, end).replaceAll('<', '&lt;') });
    if (!('url' in node) || isHarmless(node.url)) return;
    const span = findUrlSpan(node);
    // An autolink has no separate span for its URL.
    edits.push(span ? { ...span, text: '#' } : { start, end: start + 1, text: '&lt;' });
  });
  return edits;
}

const isHarmless = (url: string) => {
  const scheme = /^[^/?#]*?:/.exec(url)?.[0].toLowerCase();
  return scheme === undefined || ['http:', 'https:', 'mailto:', 'tel:'].includes(scheme);
};

/** Applies edits. Of two overlapping edits, only the first is applied. */
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
