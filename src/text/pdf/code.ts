import { lowlight, type HighlightNode } from '../lowlight.ts';
import type { PrintBlock, PrintToken } from './document.ts';
import { maxCodeColumns, maxDiagramLength, maxHighlightedLength } from './limits.ts';
import { withBreakOpportunities } from './page-writer.ts';

/** Splits code into lines, highlighted unless the language is unknown or the code too long. */
export function writeCode(value: string, lang: string | null, title = ''): PrintBlock {
  const isColoured = lang !== null && value.length <= maxHighlightedLength && lowlight.registered(lang);
  const lines: PrintToken[][] = [[]];
  const add = (text: string, kind: string) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ v: preserveSpaces(part), kind });
    }
  };
  const walk = (nodes: readonly HighlightNode[], kind: string) => {
    for (const node of nodes) {
      if (node.type === 'text') add(node.value, kind);
      else if (node.type === 'element')
        walk(node.children as HighlightNode[], kindOf(node.properties['className']) ?? kind);
    }
  };
  if (isColoured) walk(lowlight.highlight(lang, value).children, '');
  else add(value, '');
  const diagram = lang?.toLowerCase() === 'mermaid' && value.length <= maxDiagramLength ? { diagram: value } : {};
  return { k: 'code', lines, title: withBreakOpportunities(title), ...diagram };
}

/** Returns `title` for `['hljs-title', 'function_']`. */
const kindOf = (names: unknown) =>
  Array.isArray(names)
    ? String(names[0])
        .replace(/^hljs-/, '')
        .split('.')[0]
    : undefined;

/** Preserves indentation but allows line breaks in long lines. */
const preserveSpaces = (text: string) => {
  const kept = text.replaceAll('\t', '    ').replaceAll(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length));
  return text.length > maxCodeColumns ? withBreakOpportunities(kept) : kept;
};
