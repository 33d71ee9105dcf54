import { describe, expect, it } from 'vitest';
import { applyTranslations, listUnits } from '../../src/text/translations/units.ts';
import { wordsIn, type Token } from '../../src/text/translations/tokens.ts';

const upper = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token) => {
    if (typeof token === 'string') return token.toUpperCase();
    return 'parts' in token ? { ...token, parts: upper(token.parts) } : token;
  });

/** Translates a text into capitals. */
function translated(text: string): string {
  const units = listUnits(text).filter(({ isKept }) => isKept !== true);
  return applyTranslations(
    text,
    Object.fromEntries(units.map(({ id, source }) => [id, { source, target: upper(source) }])),
  );
}

const segments = (text: string) => listUnits(text).map(({ id, name, source }) => [id, name, wordsIn(source)]);

describe('The texts of footnotes', () => {
  it('are the last segments, each once, and are translated where they stand', () => {
    const text = 'One[^a] two[^b] three[^a].\n\n[^b]: About two.\n\nEnd.\n\n[^a]: About *one*.\n';
    expect(segments(text).map(([id, name]) => [id, name])).toEqual([
      ['u1', 'paragraph'],
      ['u2', 'paragraph'],
      ['u3', 'paragraph'],
      ['u4', 'paragraph'],
    ]);
    expect(translated(text)).toBe('ONE[^a] TWO[^b] THREE[^a].\n\n[^b]: ABOUT TWO.\n\nEND.\n\n[^a]: ABOUT *ONE*.\n');
  });

  it.each([
    ['whose label has capitals', 'One[^Note].\n\n[^Note]: About it.\n', 'ONE[^Note].\n\n[^Note]: ABOUT IT.\n'],
    ['of several blocks', 'One[^1].\n\n[^1]: First.\n\n    - Second.\n', 'ONE[^1].\n\n[^1]: FIRST.\n\n    - SECOND.\n'],
    [
      'in cells and lists',
      '| a |\n| - |\n| b[^1] |\n\n- c[^2]\n\n[^1]: First.\n[^2]: Second.\n',
      '| A |\n| - |\n| B[^1] |\n\n- C[^2]\n\n[^1]: FIRST.\n[^2]: SECOND.\n',
    ],
    [
      'that name each other',
      'One[^1].\n\n[^1]: First, see[^2].\n\n[^2]: Second.\n',
      'ONE[^1].\n\n[^1]: FIRST, SEE[^2].\n\n[^2]: Second.\n',
    ],
  ])('%s are translated', (_what, text, expected) => {
    expect(translated(text)).toBe(expected);
  });

  it('are shown to translators alone where nothing refers to them, or where they stand in another block', () => {
    expect(segments('One.\n\n[^1]: Unused.\n').at(-1)).toEqual(['n1', 'footnote', '[^1]: Unused.']);
    const quoted = '> One[^1].\n>\n> [^1]: Quoted.\n';
    expect(segments(quoted).map(([, name]) => name)).toEqual(['paragraph']);
    expect(translated(quoted)).toBe('> ONE[^1].\n>\n> [^1]: Quoted.\n');
  });
});
