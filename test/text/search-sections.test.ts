import { describe, expect, it } from 'vitest';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { listSections } from '../../src/text/search/sections.ts';

const code = { anchor: null, title: '', text: '## code' };
const one = { anchor: 'one', title: 'One', text: 'two' };

describe('listSections(markdown)', () => {
  it.each([
    ['headings within a component', '    ## code\n\n<Note>\n    ## One\n\n    two\n</Note>\n', [code, one]],
    ['headings within tabs', '<Tabs>\n  <Tab title="a">\n    ## One\n    two\n  </Tab>\n</Tabs>\n', [one]],
    ['code below a tag without its end', '<Chart>\n\n    ## code\n\n## One\ntwo\n', [code, one]],
    ['properties of MDC', '::card\n---\nto: /a\n\nb: c\n---\n## One\ntwo\n', [one]],
  ])('finds the headings that readers see: %s', (_what, markdown, sections) => {
    expect(listSections(markdown)).toEqual(sections);
    expect(readMarkdownFacts(markdown).anchors).toEqual(sections.flatMap(({ anchor }) => anchor ?? []));
  });

  it.each([
    ['emoji in the place of their names', 'Open :gear: Settings', 'Open ⚙️ Settings'],
    ['no emoji in addresses, code and after an escape', '2001:db8:100::1 `:gear:`', '2001:db8:100::1 :gear:'],
    ['no emoji beside a colon that is escaped', '\\:gear: :gear:', ':gear: :gear:'],
    ['formulas without their marks', 'The sum $$a_1 * b_2 * c$$ is', 'The sum a_1 * b_2 * c is'],
    ['a formula between lines of marks', 'x\n\n$$\na * b * c\n$$\n\ny', 'x a * b * c y'],
    ['a formula with an empty line', '$$\na\n\nb\n$$\n\ny', 'a b y'],
    ['money and processes', 'It costs $$ and 5$ `$$`', 'It costs $$ and 5$ $$'],
    ['no diagram with comments', '{% @mermaid/diagram content="graph TD; %% a" %} After', 'After'],
    [
      'no diagram over several lines',
      '{% @mermaid/diagram content="graph TD\n%% comment\nA --> B\n\n| C" %}\n\nAfter',
      'After',
    ],
    [
      'a diagram without an end',
      '{% @mermaid/diagram content="a\n\n{% hint %}\n\nAfter',
      '{% @mermaid/diagram content="a After',
    ],
  ])('has %s', (_what, markdown, text) => {
    expect(listSections(markdown).map((section) => section.text)).toEqual([text]);
  });

  it('names a section by its heading with emoji, whose anchor has their names', () => {
    const [section] = listSections('## :gear: Settings');
    expect(section).toMatchObject({ title: '⚙️ Settings', anchor: readMarkdownFacts('## :gear: Settings').anchors[0] });
  });
});
