import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../src/text/comparison/compare-texts.ts';
import { fillSlots } from '../../src/text/html/fill-slots.ts';
import { englishWords as words } from '../../src/text/words/words.ts';
import { problemsOfHtml } from './html-checks.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

/** The HTML of a comparison, without the words for those who hear it. */
function compare(before: string, after: string): string {
  const compiled = compareTexts({ markdown: before, options: {} }, { markdown: after, options: {} });
  const { html } = fillSlots(compiled, { targets: [], words, locale: 'en' });
  return html.html
    .replaceAll(/<span class="unseen">(?:Added|Removed): <\/span>/g, '')
    .replaceAll(' class="change"', '')
    .replaceAll('class="change block"', 'class="block"');
}

describe('a comparison of two texts', () => {
  it.each([
    ['nothing', 'Same words', 'Same words', '<p>Same words</p>'],
    ['a new paragraph', 'One', 'One\n\nTwo', '<p>One</p><p><ins>Two</ins></p>'],
    ['a removed paragraph', 'One\n\nTwo', 'Two', '<p><del>One</del></p><p>Two</p>'],
    ['a word', 'A good guide to it', 'A better guide to it', '<p>A <del>good</del><ins>better</ins> guide to it</p>'],
    [
      'a phrase, as one',
      'Call us on the old phone at night please',
      'Call us with a new mail at night please',
      '<p>Call us <del>on the old phone</del><ins>with a new mail</ins> at night please</p>',
    ],
    [
      'a mark',
      'A plain word stands here',
      'A **plain** word stands here',
      '<p>A <del>plain</del><ins><strong>plain</strong></ins> word stands here</p>',
    ],
    [
      'a link',
      'See [the guide](https://example.org/a) for more about it',
      'See [the guide](https://example.org/b) for more about it',
      '<p>See <del><a href="https://example.org/a" rel="noopener">the guide</a></del><ins><a href="https://example.org/b" rel="noopener">the guide</a></ins> for more about it</p>',
    ],
    [
      'a heading, whose id is that of the later one',
      '# The first step',
      '# The second step',
      '<h2 id="the-second-step"><a class="anchor" href="#the-second-step">The <del>first</del><ins>second</ins> step</a></h2>',
    ],
    [
      'the items of a list',
      '- one\n- two\n- three',
      '- one\n- three\n- four',
      '<ul><li>one</li><li><del>two</del></li><li>three</li><li><ins>four</ins></li></ul>',
    ],
    [
      'a hint as a whole where its style is another',
      '{% hint style="info" %}\nMind it\n{% endhint %}',
      '{% hint style="danger" %}\nMind it\n{% endhint %}',
      '<del class="block"><aside class="hint info" role="note" aria-label="Note"><p>Mind it</p></aside></del><ins class="block"><aside class="hint danger" role="note" aria-label="Danger"><p>Mind it</p></aside></ins>',
    ],
    [
      'the lines of code',
      '```\na\nb\nc\n```',
      '```\na\nx\nc\n```',
      '<figure class="code"><pre tabindex="0" dir="ltr"><code>a\n<del>b</del>\n<ins>x</ins>\nc</code></pre></figure>',
    ],
    [
      'nothing of a text that is replaced',
      'Alpha beta',
      'Gamma delta',
      '<p><del>Alpha beta</del></p><p><ins>Gamma delta</ins></p>',
    ],
    [
      'characters of scripts without blanks',
      '今日は良い天気です',
      '今日は悪い天気です',
      '<p>今日は<del>良</del><ins>悪</ins>い天気です</p>',
    ],
  ])('shows %s', (_what, before, after, expected) => {
    expect(compare(before, after)).toBe(expected);
  });

  it.each([
    [
      'a cell',
      '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
      '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 5 |',
      ['1', '2', '3', '<del>4</del><ins>5</ins>'],
    ],
    [
      'a row',
      '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
      '| A | B |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |',
      ['<del>1</del>', '<del>2</del>', '3', '4', '<ins>5</ins>', '<ins>6</ins>'],
    ],
    [
      'a column',
      '| A | B |\n|---|---|\n| 1 | 2 |',
      '| A | C | B |\n|---|---|---|\n| 1 | x | 2 |',
      ['1', '<ins>x</ins>', '2'],
    ],
  ])('shows %s of a table', (_what, before, after, expected) => {
    const html = compare(before, after);
    const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell?.replaceAll(/<\/?p>/g, ''));
    expect(cells).toEqual(expected);
  });

  it('says what is added and removed for those who hear the page', () => {
    const compiled = compareTexts({ markdown: 'A b c', options: {} }, { markdown: 'A b d', options: {} });
    const { html } = fillSlots(compiled, { targets: [], words, locale: 'en' });
    expect(html.html).toBe(
      '<p>A b <del class="change"><span class="unseen">Removed: </span>c</del><ins class="change"><span class="unseen">Added: </span>d</ins></p>',
    );
  });

  it('has each id once, which are those of the later text, and only its headings in the outline', () => {
    const before = { markdown: '# Start\n\n# Old', options: {} };
    const { outline, ids } = compareTexts(before, { markdown: '# New\n\n# Start', options: {} });
    expect(outline).toEqual([
      { id: 'new', depth: 1, title: 'New' },
      { id: 'start', depth: 1, title: 'Start' },
    ]);
    expect(ids.toSorted()).toEqual(['new', 'start']);
  });

  it('is HTML as browsers read it for all kinds of blocks', () => {
    const all = readFileSync(new URL('../data/all-blocks.md', import.meta.url), 'utf8');
    const other = all.replaceAll(/\b(?:the|a|and)\b/g, 'another');
    for (const [before, after] of [
      ['', all],
      [all, ''],
      [all, other],
    ])
      expect(problemsOfHtml(compare(before ?? '', after ?? ''))).toEqual([]);
  });

  it('holds all words of both texts, and without what is removed those of the later one', () => {
    const line = fc.array(fc.constantFrom('red', 'green', 'blue', 'or', '**bold**', '`code`'), {
      minLength: 1,
      maxLength: 6,
    });
    const block = fc.oneof(
      line.map((parts) => parts.join(' ')),
      line.map((parts) => `# ${parts.join(' ')}`),
      line.map((parts) => parts.map((part) => `- ${part}`).join('\n')),
      line.map((parts) => `| a | b |\n|---|---|\n${parts.map((part) => `| ${part} | ${parts[0]} |`).join('\n')}`),
    );
    const text = fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join('\n\n'));
    const plain = (html: string) =>
      html
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
    const strip = (html: string, tag: string) => html.replaceAll(new RegExp(`<${tag}\\b[^>]*>.*?</${tag}>`, 'gs'), ' ');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const compared = compare(before, after);
        expect(problemsOfHtml(compared)).toEqual([]);
        expect(plain(strip(compared, 'del'))).toBe(plain(compare(after, after)));
        expect(plain(strip(compared, 'ins'))).toBe(plain(compare(before, before)));
      }),
      { numRuns: allOrTenth(300) },
    );
  });
});
