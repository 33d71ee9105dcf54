import { contentHash } from '../src/text/rich-text/content-hash.ts';
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

/** What a changed word did to its page. */
export interface ChangedWord {
  /** `exact`: nothing but the word changed. */
  readonly outcome: 'exact' | 'same line' | 'other lines' | 'lost' | 'refused';
  readonly detail: string;
}

/** Letters that occur in no text, so that the change is found. */
const inserted = 'zqzq';

/**
 * Reads a text as a document, and for some of its words in turn, spread evenly: changes the word, writes the document back
 * and tells what changed in the text.
 */
export function changedWords(text: string, edits: number): ChangedWord[] {
  const document = JSON.parse(JSON.stringify(documentFromMarkdown(text, { hasFrontMatter: true, maxMs: 60_000 })));
  const leaves = leavesIn(document).filter((leaf) => wordAt(leaf.text) !== null);
  const count = Math.min(edits, leaves.length);
  return Array.from({ length: count }, (_none, edit): ChangedWord => {
    const leaf = leaves[Math.floor(((edit + 0.5) * leaves.length) / count)];
    const before: string = leaf.text;
    const at = wordAt(before) ?? 0;
    leaf.text = before.slice(0, at) + inserted + before.slice(at);
    try {
      return outcomeOfChange(text, document, leaf.text);
    } finally {
      leaf.text = before;
    }
  });
}

function outcomeOfChange(text: string, document: unknown, changed: string): ChangedWord {
  const detail = JSON.stringify(changed.slice(0, 120));
  let edited: string;
  try {
    edited = markdownFromDocument(document, 'body', { maxMs: 60_000, maxReparsedCharacters: 2_000_000 });
  } catch (error) {
    return { outcome: 'refused', detail: `${detail}: ${error instanceof Error ? error.message : ''}` };
  }
  const back = documentFromMarkdown(edited, { hasFrontMatter: true, maxMs: 60_000 });
  if (contentHash(back.nodes, ['meta']) !== contentHash((document as typeof back).nodes, ['meta']))
    return { outcome: 'lost', detail };
  let at = 0;
  while (at < text.length && text[at] === edited[at]) at += 1;
  // The first letters of the insertion may also be those of the text after it.
  const isExact = edited.length === text.length + inserted.length && edited.endsWith(text.slice(at));
  if (isExact) return { outcome: 'exact', detail };
  const [lines, others] = [text.split('\n'), edited.split('\n')];
  const different = lines.filter((line, index) => line !== others[index]).length;
  return { outcome: lines.length === others.length && different === 1 ? 'same line' : 'other lines', detail };
}

/** What an edit of the first block of a wrapper did to its page. */
export interface ChangedWrapper {
  readonly outcome: 'exact' | 'other lines' | 'lost' | 'refused';
  readonly detail: string;
}

/**
 * Reads a text as a document, and for each wrapper in turn deletes its first block, and puts one before it: tells what changed in
 * the text. Wrappers are blocks with several blocks, and sources that several blocks share.
 */
export function changedWrappers(text: string, most: number): ChangedWrapper[] {
  const read = () => JSON.parse(JSON.stringify(documentFromMarkdown(text, { hasFrontMatter: true, maxMs: 60_000 })));
  const count = Math.min(most, wrappersIn(read()).length);
  return Array.from({ length: count }, (_none, index) =>
    (['delete', 'insert'] as const).map((edit): ChangedWrapper => {
      const document = read();
      const { list, at } = wrappersIn(document)[index] ?? { list: [], at: 0 };
      const detail = `${edit}: ${JSON.stringify(list[at]).slice(0, 120)}`;
      if (edit === 'delete') list.splice(at, 1);
      else list.splice(at, 0, { object: 'block', type: 'paragraph', data: {}, nodes: [newText] });
      return { outcome: outcomeOfWrapper(text, document), detail };
    }),
  ).flat();
}

const newText = { object: 'text', leaves: [{ object: 'leaf', text: inserted, marks: [] }] };

/** The lists of blocks in wrappers, each with the index of the first one. */
function wrappersIn(document: any): { list: any[]; at: number }[] {
  const shared = document.nodes.flatMap((node: any, at: number) =>
    node.data.source?.blocks > 1 && !node.data.source.index ? [{ list: document.nodes, at }] : [],
  );
  const inside = (node: any): { list: any[]; at: number }[] => {
    const isWrapper = ['hint', 'blockquote', 'tabs-item', 'stepper-step', 'column', 'list-item', 'if'].includes(
      node.type,
    );
    const own = isWrapper && node.nodes.length > 1 ? [{ list: node.nodes, at: 0 }] : [];
    return [...own, ...(node.nodes ?? []).filter((one: any) => one.object === 'block').flatMap(inside)];
  };
  return [...shared, ...document.nodes.flatMap(inside)];
}

function outcomeOfWrapper(text: string, document: any): ChangedWrapper['outcome'] {
  let edited: string;
  try {
    edited = markdownFromDocument(document, 'body', { maxMs: 60_000, maxReparsedCharacters: 2_000_000 });
  } catch {
    return 'refused';
  }
  const back = documentFromMarkdown(edited, { hasFrontMatter: true, maxMs: 60_000 });
  if (contentHash(back.nodes, ['meta']) !== contentHash(document.nodes, ['meta'])) return 'lost';
  const left = new Map<string, number>();
  // Marks of lists and quotes can go over to the next block.
  const words = (line: string) => line.replace(/^(?:[\s>]|[-*+] |\d+[.)] )*/, '').trim();
  for (const line of text.split('\n').map(words)) left.set(line, (left.get(line) ?? 0) + 1);
  const isOther = (line: string) => {
    const times = left.get(line) ?? 0;
    left.set(line, times - 1);
    return times < 1 && line !== '' && !line.includes(inserted);
  };
  return edited.split('\n').map(words).some(isOther) ? 'other lines' : 'exact';
}

/** A place within a word in the middle of a text; null without one. */
function wordAt(text: string): number | null {
  const words = [...text.matchAll(/[\p{L}\p{N}]{2,}/gu)];
  const word = words[Math.floor(words.length / 2)];
  return word ? word.index + 1 : null;
}

/** Lists the leaves of a document, in the order of the text. */
export function leavesIn(node: any): any[] {
  if (Array.isArray(node)) return node.flatMap(leavesIn);
  return [
    ...(node.leaves ?? []),
    ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap((inside: any) => leavesIn(inside)),
  ];
}
