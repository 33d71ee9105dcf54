import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { withChangedWords } from '../../src/text/rich-text/write/change-words.ts';
import { withNewAnchor } from '../../src/text/rich-text/write/new-anchor.ts';
import { leavesIn } from '../write-back.ts';

const nodesOf = (text: string): any[] => JSON.parse(JSON.stringify(documentFromMarkdown(text).nodes));

/** The first candidate for a text of which each leaf is changed. */
function firstCandidate(text: string, change: (words: string) => string): string | undefined {
  const [before, after] = [nodesOf(text), nodesOf(text)];
  for (const leaf of leavesIn(after)) leaf.text = change(leaf.text);
  return withChangedWords(before, after, text).next().value as string | undefined;
}

const double = (words: string) => words.replace(/\p{L}{3,}/u, (word) => `${word}${word}`);

describe('the likeliest candidate for changed words', () => {
  it.each([
    [
      'words that also stand behind a change',
      'Pass layout, also layout of `layout`',
      'PassPass layout, also layout of `layoutlayout`',
    ],
    [
      'labels beside targets of the same words',
      '[one](/two) and [two](/three)',
      '[oneone](/two) andand [twotwo](/three)',
    ],
    [
      'a label whose words are the name of its definition',
      'see [`abc`][abc]\n\n[abc]: /x',
      'seesee [`abcabc`][abc]\n\n[abc]: /x',
    ],
    ['the name of a definition as a label', 'see [abc]\n\n[abc]: /x', 'seesee [abcabc][abc]\n\n[abc]: /x'],
    ['an address that is a link', 'see https://e.org now', 'seesee [httpshttps://e.org](https://e.org) nownow'],
    ['an address in brackets', 'see <https://e.org> now', 'seesee [httpshttps://e.org](https://e.org) nownow'],
    ['an address as a label', 'see [https://e.org](/x) now', 'seesee [httpshttps://e.org](/x) nownow'],
  ])('has %s where they stand', (_kind, text, expected) => {
    expect(firstCandidate(text, double)).toBe(expected);
  });

  it.each([
    ['# Use it', '# Apply it <a href="#use" id="use"></a>'],
    ['## Use `it`', '## Apply `it` <a href="#use" id="use"></a>'],
    ['# Use it #', undefined],
    ['Use it\n===', undefined],
  ])('for the heading %j with an id is %j', (text, expected) => {
    const [before] = nodesOf(text);
    const [after] = nodesOf(text);
    for (const leaf of leavesIn(after)) leaf.text = leaf.text.replace('Use', 'Apply');
    const { value } = withNewAnchor(before, { ...after, data: { ...after.data, id: 'use' } }, text).next();
    expect(value).toBe(expected);
  });
});
