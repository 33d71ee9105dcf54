import { describe, expect, it, test } from 'vitest';
import {
  conditionalTags,
  describeProblems,
  findConditionProblems,
  hiddenBlocks,
  hiddenSpans,
  withoutSpans,
} from '../../src/text/markdown/conditional-blocks.ts';
import { startComputingClock } from '../../src/lib/computing-time.ts';
import { parseMarkdown } from '../../src/text/markdown/parser.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';

const shown = (text: string, ...names: string[]) =>
  withoutSpans(
    text,
    hiddenSpans(text.length, conditionalTags(text), (condition) => names.includes(condition)),
  );

describe('the conditional blocks of a text', () => {
  test.each<[string, string, string[], string]>([
    ['leave a text without blocks as it is', 'a {% hint %} b', [], 'a {% hint %} b'],
    ['are shown without their tags', 'x\n{% if a %}\nA\n{% endif %}\ny', ['a'], 'x\nA\ny'],
    ['are hidden with their tags', 'x\n{% if a %}\nA\n{% endif %}\ny', [], 'x\ny'],
    ['may stand within a line', 'x {% if a %}A{% endif %} y', [], 'x  y'],
    ['choose between branches', '{% if a %}A{% elseif b %}B{% else %}C{% endif %}', ['b'], 'B'],
    ['show one branch only', '{% if a %}A{% elseif b %}B{% else %}C{% endif %}', ['a', 'b'], 'A'],
    ['end with the last branch', '{% if a %}A{% elif b %}B{% else %}C{% endif %}', [], 'C'],
    ['nest', '{% if a %}1{% if b %}2{% endif %}3{% endif %}4', ['a'], '134'],
    [
      'hide all that is inside of a hidden one',
      '{% if a %}1{% if b %}2{% else %}3{% endif %}4{% endif %}5',
      ['b'],
      '5',
    ],
    ['reach to the end without an end', 'x{% if a %}A\n\nB', [], 'x'],
    ['do not end what was not begun', 'x{% endif %}y{% if a %}', [], 'xy'],
    ['take tags with dashes and without spaces', '{%if a%}A{%endif%}{%- if b -%}B{%- endif -%}', ['b'], 'B'],
    ['are text in fenced code', '```\n{% if a %}A{% endif %}\n```', [], '```\n{% if a %}A{% endif %}\n```'],
    ['are text in inline code', '`{% if a %}` A `{% endif %}`', [], '`{% if a %}` A `{% endif %}`'],
    ['count where they are indented like code', 'x\n\n    {% if a %}\n    A\n    {% endif %}\n', [], 'x\n\n'],
    ['count in lists, quotes and tables', '- {% if a %}A{% endif %}\n\n> {% if a %}A{% endif %}\n', [], '- \n\n> \n'],
    ['hide code that is inside', '{% if a %}\n```\nsecret\n```\n{% endif %}\n', [], ''],
    ['stay hidden where code swallows their end', '{% if a %}\n```\nsecret\n{% endif %}\n', [], ''],
  ])('%s', (_what, text, names, expected) => {
    expect(shown(text, ...names)).toBe(expected);
  });

  it('a hidden block never shows its secret, whatever is around it', () => {
    const noise = fc.constantFrom(
      'text',
      '\n',
      '\n\n',
      '`',
      '```',
      '~~~',
      '    ',
      '- ',
      '> ',
      '|',
      '{%',
      '%}',
      '{% else',
      '<div>',
      '$$',
      '{% if b %}',
      '{% endif %}',
      '[a](b',
    );
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 12 }), fc.array(noise, { maxLength: 6 }), (before, after) => {
        const head = `${before.join('')}\n\n`;
        // Preceding text may turn the tag into code, which is not a condition.
        fc.pre(!/[`~]/.test(head) && !/\{%[^}]*$/.test(head));
        const text = `${head}{% if secret %}\nSECRET\n{% endif %}\n${after.join('')}`;
        expect(shown(text, 'b')).not.toContain('SECRET');
      }),
      { numRuns: allOrTenth(300) },
    );
  });
});

const namesOf = (condition: string, names: readonly string[]): boolean =>
  condition.split(' && ').every((part) => {
    const name = part.replaceAll(/[!()]/g, '');
    return part.startsWith('!') ? !names.includes(name) : names.includes(name);
  });

const hidden = (text: string, ...names: string[]) =>
  hiddenBlocks(text.length, conditionalTags(text), (condition) => names.includes(condition)).map(
    ({ start, end, condition }) => [text.slice(start, end), condition],
  );

describe('the hidden blocks of a text', () => {
  test.each<[string, string, string[], [string, string][]]>([
    ['are none in a text without blocks', 'a {% hint %} b', [], []],
    ['have the condition of their tag', 'x\n{% if a %}\nA\n{% endif %}\ny', [], [['A\n', 'a']]],
    [
      'are those branches that are not taken',
      '{% if a %}A{% elseif b %}B{% else %}C{% endif %}',
      ['b'],
      [
        ['A', 'a'],
        ['C', '!(a) && !(b)'],
      ],
    ],
    [
      'include branches after the first that holds',
      '{% if a %}A{% elseif b %}B{% endif %}',
      ['a', 'b'],
      [['B', '!(a) && (b)']],
    ],
    [
      'stand for all that is inside',
      '{% if a %}1{% if b %}2{% endif %}3{% endif %}4',
      ['b'],
      [['1{% if b %}2{% endif %}3', 'a']],
    ],
    ['stand inside of shown ones', '{% if a %}1{% if b %}2{% endif %}3{% endif %}4', ['a'], [['2', 'b']]],
    ['reach to the end without an end', 'x{% if a %}A', [], [['A', 'a']]],
  ])('%s', (_what, text, names, expected) => {
    expect(hidden(text, ...names)).toEqual(expected);
  });

  it('hidden blocks are what the hidden spans leave out beside the tags, and their conditions do not hold', () => {
    const part = fc.constantFrom('text ', '{% if a %}', '{% if b %}', '{% elseif b %}', '{% else %}', '{% endif %}');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.subarray(['a', 'b']), (parts, names) => {
        const text = parts.join('');
        const tags = conditionalTags(text);
        const holds = (condition: string) => names.includes(condition);
        const blocks = hiddenBlocks(text.length, tags, holds);
        const left = withoutSpans(
          text,
          [...blocks].filter(({ start, end }) => end > start),
        );
        const visible = withoutSpans(left, conditionalTags(left));
        expect(visible).toBe(shown(text, ...names));
      }),
    );
  });

  it('the condition of a hidden block does not hold for whom it is hidden', () => {
    const text = '{% if a %}A{% elseif b %}B{% elseif c %}C{% else %}D{% endif %}';
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c']), (names) => {
        const conditions = hidden(text, ...names).map(([, condition = '']) => condition);
        expect(conditions).toHaveLength(3);
        expect(conditions.some((condition) => namesOf(condition, names))).toBe(false);
      }),
    );
  });
});

describe('the conditions of a text that cannot be evaluated', () => {
  const problemsIn = (markdown: string) => findConditionProblems(parseMarkdown(markdown), markdown);

  it('are listed with their lines, and those that are too large as such', () => {
    const text = [
      'words {% if a and b %}A{% elseif b %}B{% endif %}',
      '`{% if in code %}`',
      '{% if visitor.claims.beta %}C{% else %}D{% endif %}',
      `{% if ${'('.repeat(40)}1${')'.repeat(40)} %}E{% endif %}`,
      '{% if %}F{% endif %}',
    ].join('\n\n');
    expect(problemsIn(text)).toEqual([
      { line: 1, problem: 'Unexpected "and" at character 3', isTooLarge: false },
      { line: 7, problem: 'The expression is nested deeper than 32 levels at character 33', isTooLarge: true },
    ]);
  });

  it('explain why their blocks are hidden', () => {
    const text = '{% if a == %}A{% elseif b %}B{% endif %}{% if c %}C{% endif %}';
    const blocks = hiddenBlocks(text.length, conditionalTags(text), () => false);
    expect(blocks.map(({ condition, problem }) => [condition, problem])).toEqual([
      ['a ==', 'The expression is incomplete at character 5'],
      ['!(a ==) && (b)', null],
      ['c', null],
    ]);
  });
});

describe('a text with thousands of conditions', () => {
  it('has hidden blocks whose descriptions do not grow with the branches before them', () => {
    const text = `{% if a %}${'{% elseif b %}B'.repeat(2_000)}{% endif %}`;
    const blocks = hiddenBlocks(text.length, conditionalTags(text), () => false);
    expect(blocks).toHaveLength(2_001);
    expect(Math.max(...blocks.map(({ condition }) => condition.length))).toBeLessThan(300);
  });

  it('reads them in time that grows as they do', () => {
    const computed = startComputingClock();
    const tags = conditionalTags('{% if a %}'.repeat(100_000));
    expect(hiddenSpans(1_000_000, tags, () => true)).toHaveLength(100_000);
    expect(conditionalTags('{% if '.repeat(300_000))).toEqual([]);
    const wrong = `${'{% if a b %}'.repeat(10_000)}{% if ${'!'.repeat(2_000)}a %}`;
    const problems = findConditionProblems({ type: 'root', children: [] }, wrong);
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.isTooLarge).toBe(true);
    expect(describeProblems(problems)).toHaveLength(6);
    expect(conditionalTags('{%   if a   %}   '.repeat(100_000))).toHaveLength(100_000);
    expect(computed()).toBeLessThan(4_000);
  });
});
