import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, exported, filesOf } from '../../exports.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { onePixel, sourceServer, type SourceServer } from '../../source-server.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Zoo', version: '1' }, paths: {} });
  await send(`PUT /v1/orgs/${organizationId}/openapi/zoo`, { source: { text } });
});

afterAll(() => source[Symbol.asyncDispose]());

async function send(signature: string, body: object) {
  const answer = await owner.rest(signature, body);
  expect([answer.status < 300, answer.body]).toEqual([true, expect.anything()]);
  return answer.body;
}

const odd = fc.constantFrom(
  'Café & Crème',
  '# [x](y) *z*',
  'summary',
  'README',
  'a/b\\c',
  '日本語 ガイド',
  '🚀 go',
  '`code` <b>',
  'index',
  'node_modules',
  'CON',
  '.hidden',
  'x: "y"',
  '1. one',
  '{{ space.vars.product }}',
  'tab\there',
  '---',
);
const anyTitle = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => /\p{L}|\p{N}/u.test(text));

const anyPage = fc.record({
  title: fc.oneof(anyTitle, odd),
  slug: fc.option(fc.constantFrom('guide', 'Guide', 'x.y~z', 'über', 'a'.repeat(90)), { nil: undefined }),
  under: fc.option(fc.nat(30), { nil: null }),
  type: fc.constantFrom('document', 'document', 'document', 'group', 'link'),
  hidden: fc.boolean(),
  description: fc.option(fc.constantFrom('Two\nlines: "quoted"', 'plain', '- x'), { nil: undefined }),
  icon: fc.option(fc.constantFrom('bolt', 'no: 1'), { nil: undefined }),
  matter: fc.constantFrom('', '', '---\ntitle: Old\ntags: [a]\nslug: /x\n---\n', '---\n: [broken\n---\n', '---\n---\n'),
  links: fc.array(
    fc.tuple(fc.nat(30), fc.constantFrom('id', 'path', 'pages', 'file', 'include', 'gone', 'spec', 'no-spec')),
    {
      maxLength: 4,
    },
  ),
});
type AnyPage = typeof anyPage extends fc.Arbitrary<infer Value> ? Value : never;

/** The operations that insert pages; each page names those before it by their refs. */
function insertions(pages: readonly AnyPage[]): object[] {
  const parents: number[] = [];
  return pages.map(({ title, slug, under, type, hidden, description, icon }, index) => {
    const parent = type === 'group' || under === null ? undefined : parents[under % Math.max(1, parents.length)];
    const target =
      parents[0] === undefined
        ? { kind: 'url', url: 'https://example.org/a?b=(c)' }
        : { kind: 'page', page: `p${parents[0]}` };
    if (type !== 'link') parents.push(index);
    return {
      operation: 'insert_page',
      ref: `p${index}`,
      type,
      title,
      hidden,
      into: parent === undefined ? null : `p${parent}`,
      ...(slug !== undefined && type !== 'link' && { slug: `${slug}-${index}` }),
      ...(icon !== undefined && { icon }),
      ...(type === 'link' && { target }),
      ...(type === 'document' && {
        description,
        layout: { title: false },
        cover: { ref: { kind: 'file', file: 'picture' }, yPos: -12.5 },
      }),
    };
  });
}

/** Writes a random tree, links between its pages, and then moves a page, so that some links are out of date. */
async function randomSpace(pages: readonly AnyPage[]): Promise<string> {
  const { id } = await aSpace(server, organizationId);
  const signature = `POST /v1/spaces/${id}/content`;
  const made = await send(signature, {
    changes: [
      {
        operation: 'insert_files',
        files: [{ name: 'päge (1).png', base64: onePixel.toString('base64'), ref: 'picture' }],
      },
      {
        operation: 'insert_reusable_content',
        title: 'Shared: note',
        document: { markdown: 'Shared [text](/guide).\n' },
      },
      { operation: 'set_variables', variables: { product: 'Octavo' } },
      ...insertions(pages),
    ],
  });
  const content = (await owner.rest(`GET /v1/spaces/${id}/content`)).body;
  const paths = new Map<string, string>();
  const walk = (tree: any[]) => tree.forEach((one) => (paths.set(one.id, one.path ?? ''), walk(one.pages ?? [])));
  walk(content.pages);
  const readId = (index: number): string => made.changes.find((one: any) => one.ref === `p${index}`).page.id;
  const documents = pages.flatMap(({ type }, index) => (type === 'document' ? [readId(index)] : []));
  const urls = (at: number): Record<AnyPage['links'][number][1], string> => {
    const target = documents[at % documents.length] ?? '';
    return {
      id: `[i](${target}#part)`,
      pages: `[p](/pages/${target} "t")`,
      path: `[q](/${encodeURI(paths.get(target) ?? '')}#a%20b)`,
      file: `![x](/files/${made.insertedFiles[0].id})`,
      include: `{% include "${content.reusableContents?.[0]?.id ?? '.gitbook/includes/shared-note.md'}" %}`,
      gone: '[g](../nowhere.md#x)',
      spec: '{% openapi-operation spec="zoo" path="/cats" method="get" %}\n[x](#a)\n{% endopenapi-operation %}',
      'no-spec': '{% openapi-operation spec="absent" path="/cats" method="get" %}\n{% endopenapi-operation %}',
    };
  };
  const texts = pages.flatMap(({ type, matter, links }, index) => {
    const lines = links.map(([at, kind]) => urls(at)[kind]);
    const markdown = `${matter}# Words\r\n\n${lines.join('\n\n')}\n\n\`/pages/x\``;
    return type === 'document' ? [{ operation: 'update_page', page: readId(index), document: { markdown } }] : [];
  });
  if (texts.length > 0) await send(signature, { changes: texts });
  const [moved, ...others] = documents;
  const place = others.find((one) => !paths.get(one)?.startsWith(`${paths.get(moved ?? '')}/`));
  if (moved && place) await send(signature, { changes: [{ operation: 'move_page', page: moved, into: place, at: 0 }] });
  return id;
}

test('an export that is imported elsewhere gives the same tree, texts, links, files and attributes, and the same export', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPage, { minLength: 3, maxLength: 12 }), async (pages) => {
      const id = await randomSpace(pages);
      const archive = await exported(server, owner, `POST /v1/spaces/${id}/export`);
      const { id: elsewhere } = await aSpace(server, organizationId);
      const url = source.serve('/archive.zip', { body: archive, type: 'application/zip' });
      await send(`POST /v1/spaces/${elsewhere}/content/import`, { url, source: 'zip' });
      expect(await contentOf(server, elsewhere)).toEqual(await contentOf(server, id));
      const filesIn = async (bytes: Buffer) =>
        [...(await filesOf(bytes))]
          .filter(([path]) => path !== '.octavo/export.json')
          .map(([path, body]) => [path, createHash('sha256').update(body).digest('hex')]);
      const again = await exported(server, owner, `POST /v1/spaces/${elsewhere}/export`);
      expect(await filesIn(again)).toEqual(await filesIn(archive));
    }),
    { numRuns: allOrTenth(5), endOnFailure: true },
  );
});
