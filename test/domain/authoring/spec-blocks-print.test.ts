import { expect, test } from 'vitest';
import { printSpecBlocks } from '../../../src/domain/authoring/content/spec-blocks/texts.ts';

test('a generated page is printed with all of its operations, however many they are', async () => {
  const markdown = Array.from(
    { length: 600 },
    (_, at) =>
      `{% openapi-operation spec="petstore" path="/p${at}" method="get" %}\nText ${at}\n{% endopenapi-operation %}\n\n`,
  ).join('');
  // Generated pages hold what their blocks show, so nothing is looked up.
  const ctx = {} as Parameters<typeof printSpecBlocks>[0];
  const text = { spaceId: 'spc_a', isGenerated: true, markdown, specs: new Set<string>() };
  const printed = await printSpecBlocks(ctx, text);
  expect(printed.match(/Text \d+/g)).toHaveLength(600);
  expect(printed).not.toContain('{%');
});
