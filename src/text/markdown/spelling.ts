import type { Spelling } from './stringify.ts';

/** The spelling of a text, as far as the text shows it, so that what is written anew in it looks like the rest. */
export function readSpelling(text: string): Spelling {
  const [, bullet, blanks = ''] = /^[ \t>]*([*+-])( +)(?!\1)\S/m.exec(text) ?? [];
  const [, bulletOrdered, blanksOrdered = ''] = /^[ \t>]*\d{1,9}([.)])( +)\S/m.exec(text) ?? [];
  const emphasis = /(?<![\w*_\\])([*_])(?![\s*_])/.exec(text)?.[1];
  const strong = /(?<![\w*_\\])(\*\*|__)(?![\s*_])/.exec(text)?.[1]?.charAt(0);
  const fence = /^[ \t>]*(`{3}|~{3})/m.exec(text)?.[1]?.charAt(0);
  const rule = /^[ \t>]*(\*{3,}|-{3,}|_{3,})[ \t]*$/m.exec(text)?.[1]?.charAt(0);
  return {
    ...(isOneOf(bullet, ['*', '+', '-']) && { bullet, gap: readGap(blanks) }),
    ...(isOneOf(bulletOrdered, ['.', ')']) && { bulletOrdered, gapOrdered: readGap(blanksOrdered) }),
    ...(/^([ \t>]*)1[.)] [\s\S]{0,5000}?\n\1(1|2)[.)] /m.exec(text)?.[2] === '1' && { incrementListMarker: false }),
    ...(isOneOf(emphasis, ['*', '_']) && { emphasis }),
    ...(isOneOf(strong, ['*', '_']) && { strong }),
    ...(isOneOf(fence, ['`', '~']) && { fence }),
    ...(isOneOf(rule, ['*', '-', '_']) && rule !== bullet && { rule }),
    ...(/^ {0,3}\S[^\n]*\n {0,3}(?:=+|--+)[ \t]*$/m.test(text) && { setext: true }),
  };
}

/** More blanks after a marker than four are indented code. */
const readGap = (blanks: string) => (blanks.length > 4 ? 1 : blanks.length);

const isOneOf = <Value extends string>(value: string | undefined, values: readonly Value[]): value is Value =>
  values.some((one) => one === value);
