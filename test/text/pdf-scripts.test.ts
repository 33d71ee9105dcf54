import { describe, expect, it } from 'vitest';
import { optionalScripts } from '../../src/text/pdf/scripts.ts';
import { writeParts } from '../../src/text/pdf/write-parts.ts';

/** The first words of a printed page, where fonts of some scripts are not installed. */
function firstWords(text: string, withoutFont: readonly string[], title = 'First'): string {
  const page = { id: 'p', level: 1, fresh: true, title, emoji: '', description: '', text };
  const none = { targets: new Map(), conditions: {}, included: new Map() };
  const [part] = writeParts({ printed: new Set(['p']), asSource: false, withoutFont }, [{ ...page, ...none }]);
  const [block] = JSON.parse(part?.json ?? '').entries[0].blocks;
  return block.k === 'hint' ? block.c[0].c[0].v : block.c[0].v;
}

const words: Readonly<Record<string, string>> = {
  Bengali: 'নথি',
  Gurmukhi: 'ਦਸਤਾਵੇਜ਼',
  Gujarati: 'દસ્તાવેજ',
  Tamil: 'ஆவணம்',
  Telugu: 'పత్రం',
  Kannada: 'ದಾಖಲೆ',
  Malayalam: 'പ്രമാണം',
  Sinhala: 'ලේඛනය',
  Tibetan: 'ཡིག་ཆ',
  Burmese: 'စာရွက်',
  Amharic: 'ሰነድ',
  Khmer: 'ឯកសារ',
  'rare Han': '\u{20BB7}野',
};

describe('a printed page with letters of a script', () => {
  it.each(optionalScripts)('that has no font says so: $name', ({ name, ranges }) => {
    const word = words[name] ?? '';
    expect(firstWords(word, [name])).toBe(`Boxes stand for letters of this page: no font is installed for ${name}.`);
    expect(firstWords('Text', [name], word)).toContain(name);
    expect(firstWords(word, [])).toBe(word);
    expect(
      new RegExp(
        `[${ranges.replaceAll(/\\U000([\da-f]{5})/g, String.raw`\u{$1}`).replaceAll(/\\u([\da-f]{4})/g, String.raw`\u{$1}`)}]`,
        'u',
      ).test(word),
    ).toBe(true);
  });

  it('that has one says nothing', () => {
    expect(
      firstWords(
        'Text, 文字, текст, हिन्दी, ไทย',
        optionalScripts.map(({ name }) => name),
      ),
    ).toBe('Text, 文字, текст, हिन्दी, ไทย');
  });
});
