import { createHash } from 'node:crypto';
import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { exported, filesOf } from '../../exports.ts';
import { aCollection, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { imported, toTree, upload } from '../../organization-archives.ts';
import { fastifyDocs, onePixel } from '../../source-server.ts';
import { allOr } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

let server: Harness;

beforeAll(async () => {
  server = await startServer();
});

async function edit(caller: Caller, id: string, changes: readonly object[]) {
  const { status, body } = await caller.rest(`POST /v1/spaces/${id}/content`, { changes });
  expect([status, body]).toEqual([200, expect.anything()]);
}

/**
 * Returns the files of all spaces. Names of folders are omitted, because those of spaces with the same title contain
 * their ids.
 */
const digestsOf = async (archive: Buffer) =>
  [...(await filesOf(archive))]
    .filter(([path]) => !path.endsWith('.octavo/export.json') && !/^\.octavo\/|change-requests|access/.test(path))
    .map(([path, body]) => [path.replace(/^[^/]+\//, ''), createHash('sha256').update(body).digest('hex')])
    .toSorted();

const anyTitle = fc.oneof(
  fc.constantFrom('Café & Crème', 'README', '日本語 ガイド', '`code` <b>', 'x: "y"', '.octavo', 'CON', '../up'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => /^\p{L}/u.test(text)),
);
const anyPage = fc.record({
  title: anyTitle,
  type: fc.constantFrom('document', 'document', 'group'),
  text: fc.constantFrom(
    '# Words\r\n\nText without end',
    '---\ntags: [a]\n---\n[up](/plugins)\n',
    '![p](/files/none)\n',
  ),
});
/** Position among the siblings, and the index of the parent collection; null for the top level. */
const anyPlace = { order: fc.nat(), under: fc.option(fc.nat(5), { nil: null }) };
const level = fc.constantFrom('inherit', 'none', 'read', 'comment', 'edit');
const anyOrganization = fc.record({
  collections: fc.array(
    fc.record({
      ...anyPlace,
      title: anyTitle,
      description: fc.option(fc.constantFrom('All of them', 'Two\nlines: "quoted"'), { nil: null }),
      defaultLevel: level,
    }),
    { maxLength: 3 },
  ),
  spaces: fc.array(
    fc.record({
      ...anyPlace,
      title: anyTitle,
      emoji: fc.constantFrom(null, '🚀', '👩‍💻'),
      language: fc.constantFrom(null, 'de', 'pt-br'),
      visibility: fc.constantFrom('private', 'unlisted', 'public'),
      defaultLevel: level,
      isLocked: fc.boolean(),
      /** Whether the space also has the documentation of Fastify. */
      isLarge: fc.constant(false),
      hasFile: fc.boolean(),
      pages: fc.array(anyPage, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
type AnyOrganization = typeof anyOrganization extends fc.Arbitrary<infer Value> ? Value : never;

/** An organization that is always tested: nested collections, and a large, a locked and an empty space. */
const known: AnyOrganization = (() => {
  const page = { title: 'Café & Crème', type: 'document', text: '[up](/plugins)\n' } as const;
  const space = {
    under: null,
    emoji: null,
    language: null,
    visibility: 'private',
    defaultLevel: 'inherit',
    isLocked: false,
    isLarge: false,
    hasFile: true,
    pages: [page, { ...page, type: 'group' }],
  } as const;
  return {
    collections: [
      { order: 2, under: null, title: 'Outer', description: 'All', defaultLevel: 'inherit' },
      { order: 5, under: 0, title: 'Inner', description: null, defaultLevel: 'none' },
    ],
    spaces: [
      { ...space, order: 3, title: 'Handbook', emoji: '🚀', language: 'de', isLarge: true },
      { ...space, order: 1, title: 'Locked', visibility: 'unlisted', isLocked: true },
      { ...space, order: 0, title: 'Inside', under: 1, defaultLevel: 'comment' },
      { ...space, order: 4, title: 'Empty', hasFile: false, pages: [] },
    ],
  } as AnyOrganization;
})();

/** Creates an organization, and returns its id. */
async function anOrganizationOf({ collections, spaces }: AnyOrganization) {
  const { owner, id } = await anOrganization(server);
  const keys = generateNKeysBetween(null, null, collections.length + spaces.length);
  const places: { readonly order: number }[] = [...collections, ...spaces].toSorted((a, b) => a.order - b.order);
  const position = (place: { readonly order: number }) => keys[places.indexOf(place)] ?? '';
  const ids: string[] = [];
  const findParentId = (under: number | null) =>
    under === null ? null : (ids[under % Math.max(1, ids.length)] ?? null);
  for (const [index, one] of collections.entries()) {
    const { title, under, description, defaultLevel } = one;
    const values = { description, defaultLevel, parentId: findParentId(under), position: position(one) };
    ids.push((await aCollection(server, id, { ...values, title: `${title} ${index}` })).id);
  }
  for (const one of spaces) {
    const { title, under, emoji, language, visibility, defaultLevel, isLocked, isLarge, hasFile, pages } = one;
    const parentId = findParentId(under);
    const values = { title, parentId, emoji, language, visibility, defaultLevel, position: position(one) };
    const space = await aSpace(server, id, values);
    if (isLarge)
      await owner.rest(`POST /v1/spaces/${space.id}/content/import`, {
        url: await upload(server, owner, fastifyDocs),
        source: 'zip',
      });
    const changes = [
      ...(hasFile
        ? [{ operation: 'insert_files', files: [{ name: 'p.png', base64: onePixel.toString('base64') }] }]
        : []),
      ...pages.map(({ title: name, type, text }) => ({
        operation: 'insert_page',
        type,
        title: name,
        ...(type === 'document' && { document: { markdown: text } }),
      })),
    ];
    if (changes.length > 0) await edit(owner, space.id, changes);
    if (isLocked) await owner.rest(`PATCH /v1/spaces/${space.id}`, { editMode: 'locked' });
  }
  return { owner, id };
}

describe('An organization that is exported and imported elsewhere', () => {
  test('the copy has the same collections, spaces, settings, trees, texts, links, files and order, and gives the same export', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrganization, async (model) => {
        const { owner, id } = await anOrganizationOf(model);
        const archive = await exported(server, owner, `POST /v1/orgs/${id}/export`);
        const { owner: other, id: elsewhere } = await anOrganization(server);
        const job = await imported(server, other, elsewhere, archive);
        expect(job).toMatchObject({
          state: 'completed',
          result: { collections: model.collections.length, skipped: [] },
        });
        expect(await toTree(server, elsewhere)).toEqual(await toTree(server, id));
        const again = await exported(server, other, `POST /v1/orgs/${elsewhere}/export`);
        expect(await digestsOf(again)).toEqual(await digestsOf(archive));
      }),
      { numRuns: allOr(3, 2), examples: [[known]], endOnFailure: true },
    );
  });
});

describe('The links of an organization that is imported', () => {
  const statsOf = async (caller: Caller, space: string) =>
    (await caller.rest(`GET /v1/spaces/${space}/links`)).body.stats;

  test('find the anchors that they found in the first place', async () => {
    const { owner, id } = await anOrganization(server);
    const space = await aSpace(server, id, { title: 'Anchors' });
    const target =
      '# First steps\n\n## Own {#own}\n\n<a id="by-hand"></a>\n\n{% tabs %}\n{% tab title="On Linux" %}\nText\n{% endtab %}\n{% endtabs %}\n';
    const anchors = ['first-steps', 'own', 'by-hand', 'on-linux', 'gone'];
    await edit(owner, space.id, [
      { operation: 'insert_page', title: 'Target', document: { markdown: target } },
      {
        operation: 'insert_page',
        title: 'Source',
        document: { markdown: anchors.map((anchor) => `[x](/target#${anchor})`).join(' ') },
      },
    ]);
    expect(await statsOf(owner, space.id)).toEqual({ total: 5, broken: { total: 1 } });
    const files = await filesOf(await exported(server, owner, `POST /v1/orgs/${id}/export`));
    // A text that is stored already would bring its anchors.
    const changed = [...files].map(([name, body]) => ({
      name,
      body: Buffer.from(String(body).replace('\nText\n', '\nOther text\n')),
    }));
    const { owner: other, id: elsewhere } = await anOrganization(server);
    const { result } = await imported(server, other, elsewhere, makeZip(changed));
    expect(await statsOf(other, result.spaces[0].space)).toEqual({ total: 5, broken: { total: 1 } });
  });
});

describe('POST /v1/orgs/{organizationId}/import', () => {
  test('an archive that is no export of an organization is refused, and nothing is made', async () => {
    const { owner, id } = await anOrganization(server);
    const zip = await imported(server, owner, id, makeZip([{ name: 'one.md', body: '# One' }]));
    expect(zip).toMatchObject({ state: 'failed', error: { type: 'import_refused' } });
    const text = await imported(server, owner, id, Buffer.from('# One'));
    expect(text).toMatchObject({ state: 'failed', error: { type: 'import_refused' } });
    expect(await toTree(server, id)).toEqual({ order: [], spaces: [], collections: [] });
  });

  test('a space whose index is damaged is named, and the others are imported', async () => {
    const { owner, id } = await anOrganization(server);
    await aSpace(server, id, { title: 'Good' });
    await aSpace(server, id, { title: 'Bad' });
    const files = new Map(await filesOf(await exported(server, owner, `POST /v1/orgs/${id}/export`)));
    files.set('bad/.octavo/export.json', Buffer.from('{'));
    const archive = makeZip([...files].map(([name, body]) => ({ name, body })));
    const { owner: other, id: elsewhere } = await anOrganization(server);
    const { result } = await imported(server, other, elsewhere, archive);
    expect(result.spaces.map(({ title }: any) => title)).toEqual(['Good']);
    expect(result.skipped).toEqual([{ key: 'bad/', reason: expect.any(String) }]);
  });

  test('only admins of an organization may import into it', async () => {
    const { id } = await anOrganization(server);
    const creator = await aMember(server, id, 'create');
    const { owner: stranger } = await anOrganization(server);
    const answers = await Promise.all(
      [creator, stranger].map((caller) =>
        caller.rest(`POST /v1/orgs/${id}/import`, { url: 'https://example.org/organization.zip' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 404]);
  });
});
