import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Construct, MicromarkExtension, SyntaxTree } from './micromark.ts';
import { spansBlankLines, type Part } from './parts.ts';
import { copyUrlSpan } from './url-spans.ts';

/** Parses a part of a text. */
export type ParsePart = (text: string) => SyntaxTree;

/** Labels of definitions and footnotes that are known in all parts of a text. */
interface Labels {
  readonly defined: string[];
  readonly gfmFootnotes: string[];
}

/** Those of the text that is being parsed. Parsers are synchronous. */
let labels: Labels | null = null;

/** The labels of a text that is parsed in parts. */
interface KnownLabels {
  /** Their definitions, for a parser that knows them from its text alone. */
  readonly definitions: string;
  /** What they are, as the key of a tree. */
  readonly digest: string;
}

const noLabels: KnownLabels = { definitions: '', digest: '' };

/** Null while the labels of the text are collected. */
let known: KnownLabels | null = noLabels;

const shareLabels: Construct = {
  tokenize(_effects, _ok, nok) {
    return (code) => {
      Object.assign(this.parser, labels);
      return nok(code);
    };
  },
};

/** Lets a parser know the labels of other parts of its text. */
export const sharedLabels: MicromarkExtension = { document: { null: shareLabels } };

/** What can be a definition of a link or a footnote. */
const definition = /\]:/;

/** Characters whose trees are kept. A tree takes some 60 bytes per character. */
const maxKept = 300_000;

/** Keeps the trees of parts, so that after an edit of a page only the part that has changed is parsed. `parse` is given the definitions of the text. */
export function keepParts(parse: (text: string, definitions: string) => SyntaxTree): ParsePart {
  const trees = new LRUCache<string, SyntaxTree>({
    maxSize: maxKept,
    sizeCalculation: (_, text) => text.length + 1,
  });
  return (text) => {
    if (known === null) return parse(text, noLabels.definitions);
    // The same text has another tree where other labels are defined.
    const key = known.digest + text;
    const tree = trees.get(key) ?? parse(text, known.definitions);
    trees.set(key, tree);
    return tree;
  };
}

/**
 * Parses a text part by part, to the tree that it has as a whole. The cost of micromark grows faster than the length of its
 * text, and what V8 has optimized for one part serves the next one.
 */
export function parseParts(text: string, parts: readonly Part[], parse: ParsePart): SyntaxTree {
  // A run that was stopped by its limit of time has left its own.
  labels = null;
  known = noLabels;
  if (parts.length > 1 && definition.test(text)) {
    labels = { defined: [], gfmFootnotes: [] };
    known = null;
    for (const part of parts) if (definition.test(part.text)) noteLabels(parse(part.text), labels);
    known = {
      definitions: definitionsOf(labels),
      digest: createHash('sha256').update(JSON.stringify(labels)).digest('base64'),
    };
  }
  const children: SyntaxTree['children'] = [];
  for (const [index, part] of parts.entries()) {
    let root = parse(part.text);
    const isOpen = index < parts.length - 1 && isLastOpen(root, part.text);
    if (isOpen) root = parse(text.slice(part.at));
    for (const child of root.children) children.push(moved(child, part));
    if (isOpen) break;
  }
  return { type: 'root', children };
}

/** Notes the labels that a tree defines. micromark notes those of its own trees, with which it is compared here. */
function noteLabels(node: Node, { defined, gfmFootnotes }: Labels): void {
  const list = { definition: defined, footnoteDefinition: gfmFootnotes }[node.type];
  const label = node.identifier?.toUpperCase() ?? '';
  if (list && !list.includes(label)) list.push(label);
  for (const child of node.children ?? []) noteLabels(child, { defined, gfmFootnotes });
}

const definitionsOf = ({ defined, gfmFootnotes }: Labels): string =>
  ['\n', ...defined.map((label) => `[${label}]: #`), ...gfmFootnotes.map((label) => `[^${label}]: #`)].join('\n');

/**
 * Whether the last block of a part may go on in the next one. One in a list or a quote does not, but the blank lines below it
 * would be its own.
 */
function isLastOpen(root: SyntaxTree, text: string): boolean {
  let last: Node = root;
  let quotes = 0;
  while (last.children && last.children.length > 0) {
    if (last.type === 'blockquote') quotes += 1;
    last = last.children.at(-1) ?? last;
  }
  if (last.type === 'html') return spansBlankLines(last.value ?? '');
  return last.type === 'code' && isOpenFence(text, last.position?.start, quotes);
}

/** Whether code that begins at a place, in some quotes, is a fence whose end is missing. */
function isOpenFence(text: string, start: Place | undefined, quotes: number): boolean {
  const [first = '', ...rest] = text
    .slice(start?.offset)
    .trimEnd()
    .split(/\r\n|\n|\r/);
  const mark = /^(?:`{3,}|~{3,})/.exec(first)?.[0];
  if (mark === undefined) return false;
  const [, before = '', end = ''] = closingFence.exec(rest.at(-1) ?? '') ?? [];
  const isInPlace = before.length < (start?.column ?? 0) && before.replaceAll(' ', '').length === quotes;
  return !isInPlace || !end.startsWith(mark);
}

const closingFence = /^([ >]*)(`{3,}|~{3,})[ \t]*$/;

interface Node {
  readonly type: string;
  readonly identifier?: string;
  readonly value?: string;
  readonly position?: { readonly start: Place; readonly end: Place } | undefined;
  readonly children?: readonly Node[];
}
interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset?: number | undefined;
}

/** A copy of a node of a part with its place in the text. */
function moved<Moved extends object>(node: Moved & Node, part: Part): Moved {
  const { position, children } = node;
  const copy = {
    ...node,
    ...(position && { position: { start: movedPlace(position.start, part), end: movedPlace(position.end, part) } }),
    ...(children && { children: children.map((child) => moved(child, part)) }),
  };
  copyUrlSpan(node, copy, part.at);
  return copy;
}

const movedPlace = (place: Place, { at, line }: Part): Place => ({
  ...place,
  line: place.line + line,
  ...(place.offset !== undefined && { offset: place.offset + at }),
});
