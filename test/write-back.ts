import { documentFromMarkdown } from '../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../src/text/rich-text/write/markdown-from-document.ts';
import { problemsIn } from './document-checks.ts';

export interface WriteBack {
  readonly blocks: number;
  readonly losses: readonly string[];
}

/**
 * Reads a text as a document, writes it back, and writes it back with one block changed: what is lost on the way. The block
 * that is changed depends on the text alone.
 */
export function checkWriteBack(text: string): WriteBack {
  const document = JSON.parse(JSON.stringify(documentFromMarkdown(text, { hasFrontMatter: true, maxMs: 60_000 })));
  const losses = [...problemsIn(document)];
  const back = markdownFromDocument(document, 'body', { maxMs: 60_000 });
  if (back !== text) losses.push(`differs at ${firstDifference(back, text)}`);
  const changed = document.nodes.filter(
    (node: any) => node.type === 'paragraph' && node.data.source?.text.length < 2_000,
  );
  const block = changed[text.length % Math.max(1, changed.length)];
  const { at, text: source } = block?.data.source ?? {};
  if (block && block.data.source.blocks === undefined && changeWord(block)) {
    const edited = markdownFromDocument(document, 'body', { maxMs: 60_000 });
    const rest = edited.length - (text.length - at - source.length);
    if (!edited.startsWith(text.slice(0, at)) || edited.slice(rest) !== text.slice(at + source.length))
      losses.push(`a change of the block at ${at} changed other lines`);
    if (!edited.slice(at, rest).includes('changedword')) losses.push(`the change of the block at ${at} is lost`);
  }
  return { blocks: document.nodes.length, losses };
}

/** Adds a word to the first text of a node. */
function changeWord(node: any): boolean {
  for (const leaf of node.leaves ?? [])
    if (/\w/.test(leaf.text)) {
      leaf.text = `changedword ${leaf.text}`;
      return true;
    }
  return (node.nodes ?? []).some((inside: any) => changeWord(inside));
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return `${at}: ${JSON.stringify(one.slice(at, at + 40))} is not ${JSON.stringify(other.slice(at, at + 40))}`;
}
