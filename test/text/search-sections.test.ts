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
});
