import { expect, test } from 'vitest';
import { partKey } from '../../../src/text/openapi-specs/parts.ts';
import { renderSpecBlocks } from '../../../src/domain/authoring/content/spec-blocks/texts.ts';

test('search finds all operations of a page, those beyond what it shows whole by their titles and paths', async () => {
  const names = Array.from({ length: 700 }, (_, at) => `p${at}`);
  const markdown = names
    .map((name) => `{% openapi-operation spec="petstore" path="/${name}" method="get" %}\n{% endopenapi-operation %}\n`)
    .join('\n');
  const part = (key: string) => ({
    title: key,
    markdown: `### Operation ${key}\n\n\`GET /${key}\`\n\n${'words of it '.repeat(400)}last${key}`,
  });
  const parts = new Map(names.map((name) => [partKey(`operation get /${name}`), part(name)]));
  const loaders = {
    space: { load: async () => ({ organizationId: 'org_a' }) },
    openApiPart: {
      load: async (key: string) => parts.get(key.split(' ')[2] ?? '') ?? { title: null },
    },
  };
  const ctx = { loaders } as unknown as Parameters<typeof renderSpecBlocks>[0];
  const shown = await renderSpecBlocks(ctx, 'spc_a', new Map([['pg_a', { markdown, specs: new Set(['petstore']) }]]));
  const text = shown.get('pg_a') ?? '';
  expect(text.match(/### Operation p\d+/g)).toHaveLength(700);
  expect(text.match(/`GET \/p\d+`/g)).toHaveLength(700);
  const whole = text.match(/lastp\d+/g)?.length ?? 0;
  expect(whole).toBeGreaterThan(400);
  expect(whole).toBeLessThan(700);
});
