import { describe, expect, it } from 'vitest';
import { withoutSpecContents } from '../../src/text/markdown/spec-blocks.ts';

const open = '{% openapi-operation spec="pets" path="/pets" method="get" %}';
const close = '{% endopenapi-operation %}';

describe('a text without the contents of its specification blocks', () => {
  it.each([
    ['has the tags', `A\n\n${open}\n# Title\n\nText\n${close}\n\nB`, `A\n\n${open}\n${close}\n\nB`],
    ['keeps a block without an end', `${open}\n\nText`, `${open}\n\nText`],
    ['keeps an empty block', `${open}\n${close}`, `${open}\n${close}`],
    ['keeps code', `\`\`\`\n${open}\nText\n${close}\n\`\`\``, `\`\`\`\n${open}\nText\n${close}\n\`\`\``],
    ['keeps what has no block', 'Text', 'Text'],
  ])('%s', (_case, markdown, expected) => {
    expect(withoutSpecContents(markdown)).toBe(expected);
  });

  it('is one of any number of blocks', () => {
    const blocks = Array.from({ length: 1_100 }, () => `${open}\nText\n${close}`).join('\n');
    expect(withoutSpecContents(blocks)).not.toContain('Text');
  });
});
