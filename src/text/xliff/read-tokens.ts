import { TextProblem } from '../../lib/text-outcome.ts';
import { findAttribute } from '../xml/read-xml.ts';
import type { PairKind, PlaceholderToken, Token } from '../translations/tokens.ts';

/** Maximum nesting depth of codes in a segment. */
const maxDepth = 40;

type Opener = 'pc' | 'sc';

/** A token that is not nested yet: the start or end of a pair stands for itself. */
export type Piece =
  | string
  | PlaceholderToken
  | { readonly opens: string; readonly kind?: PairKind; readonly opener: Opener }
  | { readonly closes: string; readonly opener: Opener };

/**
 * Reads the content of a `source` or `target`. Pairs may be written as `pc`, or as `sc` and `ec`, which may stand in
 * different segments of a unit. Annotations (`mrk`, `sm`, `em`) are replaced by their content. Throws TextProblem for
 * unknown elements, and codes that are nested too deeply.
 */
export function readPieces(element: Element): Piece[] {
  const pieces: Piece[] = [];
  const read = (node: ChildNode, depth: number): void => {
    if (depth > maxDepth) throw new TextProblem('its codes are nested too deeply');
    if (node.nodeType === 3 || node.nodeType === 4) {
      const text = node.nodeValue ?? '';
      // Between two codes a line break is a blank, elsewhere it is indentation.
      const isBetween = node.previousSibling !== null && node.nextSibling !== null && text.trim() === '';
      pieces.push(isBetween && text !== '' ? ' ' : unindented(text));
    } else if (node.nodeType === 1) readCode(node as Element, depth);
  };
  const readCode = (code: Element, depth: number): void => {
    const id = findAttribute(code, 'id') ?? '';
    switch (code.localName) {
      case 'ph':
        return void pieces.push(placeholder(code, id));
      case 'pc':
        pieces.push({ opens: id, ...kindOf(code), opener: 'pc' });
        readAll(code, depth + 1);
        return void pieces.push({ closes: id, opener: 'pc' });
      case 'sc':
        return void pieces.push({ opens: id, ...kindOf(code), opener: 'sc' });
      case 'ec':
        return void pieces.push({ closes: findAttribute(code, 'startRef') ?? id, opener: 'sc' });
      case 'mrk':
        return readAll(code, depth + 1);
      case 'sm':
      case 'em':
        return undefined;
      case 'cp':
        return void pieces.push(String.fromCharCode(Number.parseInt(findAttribute(code, 'hex') ?? 'fffd', 16)));
      default:
        throw new TextProblem(`a segment has the element ${code.localName.slice(0, 100)}`);
    }
  };
  const readAll = (parent: Element, depth: number) => {
    for (const child of Array.from(parent.childNodes)) read(child, depth);
  };
  readAll(element, 0);
  return pieces;
}

/** An open pair: the tokens so far, and the element that opened it. */
interface Open {
  readonly code: string;
  readonly kind?: PairKind;
  readonly opener: Opener;
  readonly parts: Token[];
}

/** Nests the pieces of a whole unit. Throws TextProblem for codes that are not properly nested. */
export function nestPieces(pieces: readonly Piece[]): Token[] {
  const root: Open = { code: '', opener: 'pc', parts: [] };
  const open = [root];
  const add = (token: Token) => void (open.at(-1) ?? root).parts.push(token);
  for (const piece of pieces) {
    if (open.length > maxDepth) throw new TextProblem('its codes are nested too deeply');
    if (typeof piece === 'string' || 'code' in piece) add(piece);
    else if ('opens' in piece) {
      const { opens: code, kind, opener } = piece;
      open.push({ code, ...(kind && { kind }), opener, parts: [] });
    } else {
      const last = open.pop();
      if (!last || open.length === 0 || last.opener !== piece.opener || last.code !== piece.closes)
        throw new TextProblem(`the code ${piece.closes.slice(0, 100)} is closed where it is not open`);
      add({ code: last.code, ...(last.kind && { kind: last.kind }), parts: joined(last.parts) });
    }
  }
  if (open.length !== 1) throw new TextProblem(`the code ${open.at(-1)?.code.slice(0, 100)} is not closed`);
  return joined(root.parts);
}

function placeholder(code: Element, id: string): PlaceholderToken {
  const shown = findAttribute(code, 'disp');
  return { code: id, ...(shown !== null && { shown }) };
}

function kindOf(code: Element): { readonly kind?: PairKind } {
  const type = findAttribute(code, 'type');
  return type === 'link' || type === 'fmt' ? { kind: type } : {};
}

/**
 * Replaces line breaks and the indentation after them with a space. Texts are exported on one line, so tools have added
 * them.
 */
const unindented = (text: string): string =>
  text.includes('\n')
    ? text
        .replace(/^([^\S\n]*)\n\s*/, '$1')
        .replace(/([^\S\n]*)\n\s*$/, '$1')
        .replaceAll(/\s*\n\s*/g, ' ')
    : text;

/** Joins adjacent texts. */
const joined = (tokens: readonly Token[]): Token[] =>
  tokens.reduce<Token[]>((found, token) => {
    const last = found.at(-1);
    if (typeof token === 'string' && typeof last === 'string') found[found.length - 1] = last + token;
    else if (token !== '') found.push(token);
    return found;
  }, []);
