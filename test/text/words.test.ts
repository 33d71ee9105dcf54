import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { englishWords, wordsFor, type Words } from '../../src/text/words/words.ts';

const folder = new URL('../../src/text/words/', import.meta.url);
const languages = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
const english = new Map<string, string>(Object.entries(englishWords));

const valuesIn = (text = '') => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(languages)('the words of %s', (language) => {
  const own = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Partial<Words>;

  it('have the names and the values of the English ones', () => {
    for (const [name, text] of Object.entries(own)) {
      expect(english.has(name), name).toBe(true);
      expect(valuesIn(text), name).toEqual(valuesIn(english.get(name)));
    }
  });

  it('are those of its locales', () => {
    expect(wordsFor(language)).toMatchObject(own);
    expect(wordsFor(`${language}-ZZ`)).toMatchObject(own);
  });
});

it('a language without words, or without one of them, has the English ones', () => {
  expect(wordsFor('xx')).toEqual(englishWords);
  for (const language of languages) expect(Object.keys(wordsFor(language))).toEqual(Object.keys(englishWords));
});
