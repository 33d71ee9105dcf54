import { blockWith, paragraphOf, textNode, type Block, type RichDocument } from '../document.ts';
import { Keys } from './finish.ts';
import { schemaVersion, type ReadOptions } from './document-from-markdown.ts';
import { splitFrontMatter } from '../../markdown/front-matter.ts';

/** Maximum length of a paragraph of source, in characters. */
const maxChunkCharacters = 4_000;

/**
 * Creates a document for a text that is too large or complex for blocks: a hint that says so, and paragraphs of source.
 * It is written back byte for byte and is only slightly larger than the text.
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

/** Splits a text into pieces, at line ends if possible. */
function chunks(text: string): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + maxChunkCharacters >= text.length ? text.length : endOfChunk(text, at);
    blocks.push(blockWith('paragraph', [textNode(text.slice(at, end))], { data: { verbatim: true } }));
    at = end;
  }
  return blocks;
}

/** The end of a piece: a line end, otherwise a position between two characters. */
function endOfChunk(text: string, at: number): number {
  // Search only within the piece, because a text of one line would take quadratic time.
  const line = text.slice(at, at + maxChunkCharacters + 1).lastIndexOf('\n');
  if (line > 0) return at + line + 1;
  const splitsLetter = /[\uD800-\uDBFF]/.test(text.charAt(at + maxChunkCharacters - 1));
  return at + (splitsLetter ? maxChunkCharacters - 1 : maxChunkCharacters);
}
