import { fold } from './fold.ts';

/** A name or operator as it is spelled, with its signs: `.net`, `c++`, `--dry-run`, `@scope/name`, `std::vector`, `||>`. */
export interface Spelled {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Folded, and no name of words: it has a sign. */
  readonly term: string;
}

/** What may stand before a name or operator. */
const before = String.raw`(?<=^|[\s("'\x60[{<,;=|/])`;
const name = String.raw`[\p{L}_][\p{L}\p{N}_]{0,60}`;
const more = String.raw`(?:(?:::|[-./:@])[\p{L}\p{N}_]{1,60}){0,8}`;
const end = String.raw`(?![\p{L}\p{N}_])`;

const spelled = new RegExp(
  [
    String.raw`${before}(?:--?|[@.$#]|::)${name}${more}(?:\+{1,2}|#)?${end}`,
    String.raw`(?<![\p{L}\p{N}_@.$#-])${name}(?:::${name}){1,8}${end}`,
    String.raw`(?<![\p{L}\p{N}_@.$#-])\p{L}[\p{L}\p{N}_]{0,30}(?:\+{1,2}|#)(?![\p{L}\p{N}_+#])`,
    String.raw`(?<=^|[\s("'\x60[{,])[!$%&*+\-./:<=>?@\\^|~#]{2,6}(?=$|[\s)"'\x60\]},.;])`,
  ].join('|'),
  'gu',
);

/** Signs that every such spelling has at its beginning, its end or within. */
const signs = /[-@.$#:!%&*+<=>?\\^|~][\p{L}_!$%&*+\-./:<=>?@\\^|~#]|[+#]/u;

/** Lines, ellipses and marks of Markdown and HTML. */
const isRule = /^(?:[-=*._#~/]+|<!--|-->|[|:-]+)$/;

/** Lists what a text spells with signs, in order. */
export function listSpelled(text: string): Spelled[] {
  if (!signs.test(text)) return [];
  const found: Spelled[] = [];
  for (const { 0: written, index } of text.matchAll(spelled)) {
    if (isRule.test(written) && written !== '||') continue;
    found.push({ start: index, end: index + written.length, term: fold(written) });
  }
  return found;
}
