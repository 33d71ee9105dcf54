import { common, createLowlight } from 'lowlight';
import type { PrintBlock, PrintToken } from '../../infra/pdf/document.ts';
import { maxCodeColumns, maxColoured } from './fields.ts';
import { breakable } from './page-writer.ts';

const lowlight = createLowlight(common);

type Lit = ReturnType<typeof lowlight.highlight>['children'][number];

/** Code by lines, coloured where its language is known; what is far too long for colours comes without. */
export function writeCode(value: string, lang: string | null, title = ''): PrintBlock {
  const isColoured = lang !== null && value.length <= maxColoured && lowlight.registered(lang);
  const lines: PrintToken[][] = [[]];
  const add = (text: string, kind: string) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ v: spaced(part), kind });
    }
  };
  const walk = (nodes: readonly Lit[], kind: string) => {
    for (const node of nodes) {
      if (node.type === 'text') add(node.value, kind);
      else if (node.type === 'element') walk(node.children as Lit[], kindOf(node.properties['className']) ?? kind);
    }
  };
  if (isColoured) walk(lowlight.highlight(lang, value).children, '');
  else add(value, '');
  return { k: 'code', lines, title: breakable(title) };
}

/** `['hljs-title', 'function_']` → `title` */
const kindOf = (names: unknown) =>
  Array.isArray(names)
    ? String(names[0])
        .replace(/^hljs-/, '')
        .split('.')[0]
    : undefined;

/** Spaces of an indentation stay where they are, and a line of any length can be broken. */
const spaced = (text: string) => {
  const kept = text.replaceAll('\t', '    ').replaceAll(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length));
  return text.length > maxCodeColumns ? breakable(kept) : kept;
};
