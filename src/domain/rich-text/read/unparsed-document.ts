import { blockWith, paragraphOf, textNode, type Block, type RichDocument } from '../document.ts';
import { Keys } from './finish.ts';
import { schemaVersion, type ReadOptions } from './document-from-markdown.ts';
import { splitFrontMatter } from '../../../markdown/front-matter.ts';

/** Characters of a paragraph of source. */
const chunk = 4_000;

/**
 * A text that is too large or too intricate for blocks: a hint that says so, and paragraphs of its source. It is written
 * back byte for byte, and takes little more room than the text.
 */
export function unparsedDocument(
  markdown: string,
  why: string,
  { hasFrontMatter = false, keepsSource = true }: ReadOptions,
): RichDocument {
  const { body, bodyStart } = hasFrontMatter ? splitFrontMatter(markdown) : { body: markdown, bodyStart: 0 };
  const before = markdown.slice(0, bodyStart);
  const words = `This text is shown as its source, because ${why}.`;
  const note = blockWith('hint', [paragraphOf([textNode(words)])], { data: { style: 'warning', note: true } });
  const keys = new Keys();
  const nodes = [note, ...chunks(body)].map((block) => keys.keyed(block).block);
  return {
    object: 'document',
    data: { schemaVersion, limit: why, ...(before !== '' && keepsSource && { before }) },
    nodes,
  };
}

/** Pieces of a text, cut at the ends of lines where there are any. */
function chunks(text: string): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + chunk >= text.length ? text.length : endOfChunk(text, at);
    blocks.push(blockWith('paragraph', [textNode(text.slice(at, end))], { data: { verbatim: true } }));
    at = end;
  }
  return blocks;
}

/** The end of a line, otherwise a place between two letters. */
function endOfChunk(text: string, at: number): number {
  // Within the piece only: a text of one line would be searched from its start for each of them.
  const line = text.slice(at, at + chunk + 1).lastIndexOf('\n');
  if (line > 0) return at + line + 1;
  const splitsLetter = /[\uD800-\uDBFF]/.test(text.charAt(at + chunk - 1));
  return at + (splitsLetter ? chunk - 1 : chunk);
}
