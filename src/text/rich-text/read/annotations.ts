import { textNode, type Inline, type InlineNode, type TextNode } from '../document.ts';
import { deeper, type ReadContext } from './read-context.ts';

/** Maximum nesting depth of footnotes in footnotes. */
const maxNested = 3;

/**
 * Converts a footnote reference to an annotation of the word before it, which is removed from `before`. A reference
 * that has no footnote or is nested too deeply becomes text.
 */
export function annotation(reading: ReadContext, label: string, before: InlineNode[]): InlineNode[] {
  const body = reading.footnotes.get(label);
  if (!body || reading.within.has(label) || reading.within.size >= maxNested) return [textNode(`[^${label}]`)];
  const inner: ReadContext = { ...deeper(reading), within: new Set([...reading.within, label]) };
  const found: Inline = {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: { label },
    nodes: [takeWord(before) ?? textNode(`[${label}]`)],
    fragments: [{ object: 'fragment', type: 'annotation-body', nodes: reading.readBlocks(inner, body) }],
  };
  return [found];
}

/** Removes the last word before a reference and returns it; null when there is none. */
function takeWord(before: InlineNode[]): TextNode | null {
  const last = before.at(-1);
  const leaf = last?.object === 'text' ? last.leaves.at(-1) : undefined;
  if (last?.object !== 'text' || !leaf) return null;
  const word = leaf.marks.length > 0 ? leaf.text : (/\S{1,200}$/u.exec(leaf.text)?.[0] ?? '');
  if (word.trim() === '') return null;
  const rest = leaf.text.slice(0, leaf.text.length - word.length);
  const leaves = [...last.leaves.slice(0, -1), ...(rest === '' ? [] : [{ ...leaf, text: rest }])];
  if (leaves.length === 0) before.pop();
  else before[before.length - 1] = { ...last, leaves };
  return { object: 'text', leaves: [{ ...leaf, text: word }] };
}
