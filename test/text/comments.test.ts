import { describe, expect, it, test } from 'vitest';
import { startComputingClock } from '../../src/lib/computing-time.ts';
import { withoutComments } from '../../src/text/markdown/comments.ts';
import { compileText } from '../../src/text/html/compile-text.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

describe('a text without comments', () => {
  test.each<[string, string, string]>([
    ['lacks those of HTML', 'a\n\n<!-- note -->\n\nb', 'a\n\n\nb'],
    ['lacks those within a line', 'a <!-- note --> b', 'a  b'],
    ['lacks those of several lines', '<!-- one\n\ntwo -->\nb', 'b'],
    ['lacks those of MDX', 'a {/* note */} b\n\n{/* one\ntwo */}\n', 'a  b\n\n'],
    ['lacks definitions that nothing refers to', '[//]: # (note)\n[comment]: <> "note"\nb', 'b'],
    [
      'keeps definitions of links',
      '[top]: # "To the top"\n[//]: https://example.org',
      '[top]: # "To the top"\n[//]: https://example.org',
    ],
    [
      'keeps fenced code',
      '```md\n<!-- a -->\n```\n- ~~~\n  {/* b */}\n  ~~~',
      '```md\n<!-- a -->\n```\n- ~~~\n  {/* b */}\n  ~~~',
    ],
    ['keeps spans of code', '`<!-- a -->` ``{/* b */}``', '`<!-- a -->` ``{/* b */}``'],
    ['keeps indented code', 'a\n\n    <!-- b -->\n', 'a\n\n    <!-- b -->\n'],
    ['lacks those in an item of a list', '- a\n\n    <!-- b -->\n', '- a\n\n'],
    ['keeps the id of a heading', '## Use {/* #use */}\n## Use {/* two words */}', '## Use {/* #use */}\n## Use '],
    ['keeps escaped ones', String.raw`\<!-- a --> \{/* b */}`, String.raw`\<!-- a --> \{/* b */}`],
    ['keeps what has no end in a line', 'a <!-- b\n\n{/* c', 'a <!-- b\n\n{/* c'],
    ['ends with a block that has no end', 'a\n\n<!-- b\n\nc', 'a\n\n'],
    ['keeps two lists apart', '- a\n\n<!-- note -->\n\n- b', '- a\n\n<!-- -->\n\n- b'],
    ['keeps two paragraphs apart', 'a\n<!-- note -->\nb', 'a\n\nb'],
    ['keeps its front matter', '---\ntitle: <!-- a -->\n---\nb<!-- c -->', '---\ntitle: <!-- a -->\n---\nb'],
  ])('%s', (_what, text, expected) => {
    expect(withoutComments(text)).toBe(expected);
  });

  it('shows what the whole text shows, where the comments are of HTML', () => {
    const part = fc.constantFrom(
      'a\n',
      '\n',
      '- b\n',
      '1. c\n',
      '> d\n',
      '# e\n',
      '\n<!-- note -->\n\n',
      'f <!-- note --> g\n',
      '`<!-- h -->`\n',
      '\n```\n<!-- i -->\n```\n',
      '\n| j |\n|---|\n| k |\n',
    );
    const words = (text: string) =>
      compileText(text)
        .pieces.map((piece) => (typeof piece === 'string' ? piece.replaceAll(/<[^>]*>|\s+/g, '') : ''))
        .join('');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const text = parts.join('');
        expect(words(withoutComments(text))).toBe(words(text));
      }),
      { numRuns: allOrTenth(1_000) },
    );
  });

  test.each(['<!-- ', '{/* ', '`', '<!-- a -->', '{/* a */}', '# {/* a */} ', '\n[//]: # (a', '`` ` '])(
    'is made of many times %j in linear time',
    (part) => {
      const clock = startComputingClock();
      withoutComments(part.repeat(1_000_000 / part.length));
      expect(clock()).toBeLessThan(3_000);
    },
  );
});
