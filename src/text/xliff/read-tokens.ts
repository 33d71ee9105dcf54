import { TextProblem } from '../../lib/text-outcome.ts';
import { findAttribute } from '../xml/read-xml.ts';
import type { PairKind, Token } from '../translations/tokens.ts';

/** Maximum nesting depth of codes in a segment. */
const maxDepth = 40;

/** An open pair: the tokens so far, and the element that opened it. */
interface Open {
  readonly code: string;
  readonly kind?: PairKind;
  readonly opener: 'pc' | 'sc';
  readonly parts: Token[];
}

/**
 * Reads the content of a `source` or `target`. Pairs may be written as `pc`, or as `sc` and `ec`. Annotations (`mrk`,
 * `sm`, `em`) are replaced by their content. Throws TextProblem for codes that are not properly nested, and for unknown
 * elements.
 */
export function readTokens(element: Element): Token[] {
  const root: Open = { code: '', opener: 'pc', parts: [] };
  const open = [root];
  const add = (token: Token) => void (open.at(-1) ?? root).parts.push(token);
  const close = (opener: Open['opener'], code: string) => {
    const last = open.pop();
    if (!last || open.length === 0 || last.opener !== opener || last.code !== code)
      throw new TextProblem(`the code ${code.slice(0, 100)} is closed where it is not open`);
    add({ code, ...(last.kind && { kind: last.kind }), parts: last.parts });
  };
  const read = (node: ChildNode, depth: number): void => {
    if (depth > maxDepth) throw new TextProblem('its codes are nested too deeply');
    if (node.nodeType === 3 || node.nodeType === 4) {
      const text = node.nodeValue ?? '';
      // Between two codes a line break is a blank, elsewhere it is indentation.
      const isBetween = node.previousSibling !== null && node.nextSibling !== null && text.trim() === '';
      return add(isBetween && text !== '' ? ' ' : unindented(text));
    }
    if (node.nodeType !== 1) return undefined;
    const code = node as Element;
    const id = findAttribute(code, 'id') ?? '';
    switch (code.localName) {
      case 'ph':
        return add(placeholder(code, id));
      case 'pc':
        open.push({ code: id, ...kindOf(code), opener: 'pc', parts: [] });
        readAll(code, depth + 1);
        return close('pc', id);
      case 'sc':
        return void open.push({ code: id, ...kindOf(code), opener: 'sc', parts: [] });
      case 'ec':
        return close('sc', findAttribute(code, 'startRef') ?? id);
      case 'mrk':
        return readAll(code, depth + 1);
      case 'sm':
      case 'em':
        return undefined;
      case 'cp':
        return add(String.fromCharCode(Number.parseInt(findAttribute(code, 'hex') ?? 'fffd', 16)));
      default:
        throw new TextProblem(`a segment has the element ${code.localName.slice(0, 100)}`);
    }
  };
  const readAll = (parent: Element, depth: number) => {
    for (const child of Array.from(parent.childNodes)) read(child, depth);
  };
  readAll(element, 0);
  if (open.length !== 1) throw new TextProblem(`the code ${open.at(-1)?.code.slice(0, 100)} is not closed`);
  return joined(root.parts);
}

function placeholder(code: Element, id: string): Token {
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
