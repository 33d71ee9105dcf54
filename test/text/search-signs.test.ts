import { describe, expect, it, test } from 'vitest';
import { startComputingClock } from '../../src/lib/computing-time.ts';
import { readExcerpt, renderExcerpt } from '../../src/text/search/excerpt.ts';
import { createMatcher } from '../../src/text/search/matcher.ts';
import { parseQuery, withoutSigns } from '../../src/text/search/parse-query.ts';
import { listSections } from '../../src/text/search/sections.ts';
import { listSpelled } from '../../src/text/search/spelled.ts';

const termsIn = (text: string) => listSpelled(text).map(({ term }) => term);

describe('what a text spells with signs', () => {
  test.each<[string, string[]]>([
    ['Plain words, and a sentence. Another one: "quoted" (in brackets)!', []],
    ['C++ and C#; .NET 8 is needed', ['c++', 'c#', '.net']],
    ['the option --dry-run, or -v', ['--dry-run', '-v']],
    ['Set @quokka/core in package.json.', ['@quokka/core']],
    ['use ||> to pass two, and ?? for a default', ['||>', '??']],
    ['std::vector<int> and `.gitignore`', ['std::vector', '.gitignore']],
    ['node_modules/.bin/quokka', ['.bin/quokka']],
    ['$.ajax() costs $5 a month', []],
    ['a -- b --- c ... d === e', []],
    ['mail name@example.org, 3 + 4, 1.5', []],
  ])('%s', (text, terms) => {
    expect(termsIn(text)).toEqual(terms);
  });

  it('is the same after Markdown was taken off', () => {
    const [section] = listSections('Use `||>` or ||> and \\|| here.\n\n| a | b |\n|---|---|\n| C++ || |');
    expect(termsIn(section?.text ?? '')).toEqual(['||>', '||>', '||', 'c++']);
  });

  it('is marked in an excerpt, where the query spells it', () => {
    const mark = (query: string, text: string) => renderExcerpt(readExcerpt(text, createMatcher(parseQuery(query))));
    expect(mark('.NET', 'a net and .NET 8')).toBe('a net and <mark>.NET</mark> 8');
    expect(mark('||>', 'use ||> to')).toBe('use <mark>||&gt;</mark> to');
    expect(mark('net', 'a net and .NET 8')).toBe('a <mark>net</mark> and .<mark>NET</mark> 8');
  });

  it('is asked first, and then the words alone', () => {
    const query = parseQuery('install --save-dev ||>');
    expect(query.wanted.map(({ spelled }) => spelled)).toEqual([[], ['--save-dev'], [], ['||>']]);
    expect(withoutSigns(query).wanted.map(({ words, spelled }) => [words[0]?.term, spelled])).toEqual([
      ['install', []],
      ['save', []],
      ['dev', []],
    ]);
  });

  test.each(['||>', '@a/', '--a-', 'a::', 'a+ ', '- ', '&&'])(
    'made of many times %j is listed in linear time',
    (part) => {
      const clock = startComputingClock();
      listSpelled(part.repeat(1_000_000 / part.length));
      expect(clock()).toBeLessThan(3_000);
    },
  );
});
