import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('the glossary', () => {
  it('is changed by operations, all or nothing', async () => {
    const { id, owner: admin } = await anOrganization(server);
    const path = `/v1/orgs/${id}/translations-glossary`;
    const put = async (...operations: object[]) => (await admin.rest(`PUT ${path}`, { operations })).status;
    expect(await put({ type: 'insert', translations: { en: 'page', de: 'Seite' } })).toBe(204);
    const [entry] = (await admin.rest(`GET ${path}`)).body.items;
    expect(entry).toMatchObject({ object: 'glossary-entry', translations: { en: 'page', de: 'Seite' } });
    const { body } = await admin.graphql(
      'query ($id: ID!) { node(id: $id) { ... on GlossaryEntry { translations { language term } } } }',
      { id: entry.id },
    );
    expect(body.data.node.translations).toEqual([
      { language: 'de', term: 'Seite' },
      { language: 'en', term: 'page' },
    ]);
    expect(await put({ type: 'update', id: entry.id, translations: { en: 'page', fr: 'page' } })).toBe(204);
    expect((await admin.rest(`GET ${path}/${entry.id}`)).body.translations).toEqual({ en: 'page', fr: 'page' });
    expect(
      await put({ type: 'delete', id: entry.id }, { type: 'update', id: entry.id, translations: { en: 'x' } }),
    ).toBe(404);
    for (const refused of [
      { type: 'insert', translations: { xx: 'page' } },
      { type: 'insert', translations: {} },
      { type: 'insert' },
      { type: 'update', translations: { en: 'page' } },
      { type: 'delete', id: entry.id, translations: { en: 'page' } },
    ])
      expect(await put(refused)).toBe(400);
    expect(await put({ type: 'delete', id: entry.id })).toBe(204);
    expect((await admin.rest(`GET ${path}`)).body.count).toBe(0);
  });
});
