import { describe, expect, it } from 'vitest';
import { writeParts } from '../../src/text/pdf/write-parts.ts';

/** The headings of a page as printed: their size, id and words. */
function headingsOf(title: string, text: string) {
  const page = { id: 'p', level: 1, fresh: true, title, emoji: '', description: '', text };
  const none = { targets: new Map(), conditions: {}, included: new Map() };
  const [part] = writeParts({ printed: new Set(['p']), asSource: false }, [{ ...page, ...none }]);
  const { blocks } = JSON.parse(part?.json ?? '').entries[0];
  return blocks.flatMap((block: any) => (block.k === 'heading' ? [[block.size, block.id, block.c[0].v]] : []));
}

describe('headings of a printed page', () => {
  it.each<readonly [what: string, text: string, headings: readonly (readonly [number, string, string])[]]>([
    [
      'below its title',
      '# First\n\n## Then\n\n### After\n',
      [
        [1, 'p#then', 'Then'],
        [2, 'p#after', 'After'],
      ],
    ],
    ['below its title with marks and an id', '# *First* {#one}\n\n## Then\n', [[1, 'p#then', 'Then']]],
    ['that say the title again', '# First\n\n## First\n', [[1, 'p#first-1', 'First']]],
    [
      'without the title',
      '## Then\n\n### After\n',
      [
        [2, 'p#then', 'Then'],
        [3, 'p#after', 'After'],
      ],
    ],
    [
      'below another title',
      '# Other\n\n## Then\n',
      [
        [1, 'p#other', 'Other'],
        [2, 'p#then', 'Then'],
      ],
    ],
  ])('%s have the levels of the renderer', (_what, text, headings) => {
    expect(headingsOf('First', text)).toEqual(headings);
  });
});
