import { expect, it } from 'vitest';
import { mergeText } from '../../src/text/three-way-merge/merge-text.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const fronted = (text: string) => `---\ntitle: A\n---\n${text}`;

it.each([
  ['one side puts', base, fronted(base), fronted],
  ['one side removes', fronted(base), base, String],
] as const)('front matter that %s above a line is no change of the line', (_who, from, main, whole) => {
  const changeRequest = from.replace('one', 'ONE');
  const expected = { text: whole(base.replace('one', 'ONE')), hunks: [] };
  expect(mergeText({ base: from, main, changeRequest })).toEqual(expected);
  expect(mergeText({ base: from, main: changeRequest, changeRequest: main })).toEqual(expected);
});

it('lines of a conflict are counted from the front matter of their side', () => {
  const { text, hunks } = mergeText({
    base,
    main: fronted(base.replace('two', 'main')),
    changeRequest: base.replace('two', 'request'),
  });
  expect(text.startsWith(fronted('one\n<<<<<<< main\n'))).toBe(true);
  expect(hunks).toEqual([
    {
      base: { start: 2, lines: ['two'] },
      main: { start: 5, lines: ['main'] },
      changeRequest: { start: 2, lines: ['request'] },
    },
  ]);
});
