import { beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { sourceServer, type SourceServer } from '../../source-server.ts';
import { makeZip } from '../../text/imports-archive.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let source: SourceServer;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ id: organizationId, owner } = await anOrganization(server));
  return () => source[Symbol.asyncDispose]();
});

const site = () => ({
  url: source.serve('/versions.zip', {
    body: makeZip([
      {
        name: 'docusaurus.config.js',
        body: "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } }",
      },
      { name: 'versions.json', body: '["1.0"]' },
      { name: 'docs/a.md', body: '# Next\n' },
      { name: 'versioned_docs/version-1.0/a.md', body: '# Old\n' },
      { name: 'versioned_docs/version-1.0/b.md', body: '# Other\n' },
      { name: 'i18n/fr/docusaurus-plugin-content-docs/version-1.0/a.md', body: '# Ancien\n' },
    ]),
    type: 'application/zip',
  }),
  source: 'zip',
});

const variants = [
  { version: '1.0', language: 'en', title: '1.0', pages: 2, isDefault: true },
  { version: '1.0', language: 'fr', title: '1.0', pages: 1, isDefault: false },
  { version: 'current', language: 'en', title: 'Next', pages: 1, isDefault: false },
];

const titlesIn = async (id: string) =>
  (await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body.pages.map(({ title }: any) => title);

it('the preview lists the versions and languages, and an import takes the one that is asked for', async () => {
  const { id } = await aSpace(server, organizationId);
  const preview = await owner.rest(`POST /v1/spaces/${id}/content/import/preview`, site());
  expect(preview.body).toMatchObject({ variants, pages: [{ title: 'Next' }] });
  const asked = { ...site(), version: '1.0', language: 'fr' };
  expect((await owner.rest(`POST /v1/spaces/${id}/content/import/preview`, asked)).body).toMatchObject({
    variants,
    pages: [{ title: 'Ancien' }, { title: 'Other' }],
  });
  const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, asked);
  expect([status, await titlesIn(id)]).toEqual([201, ['Ancien', 'Other']]);
  expect(body.warnings).toEqual([
    { key: '', reason: '1 page without a translation into fr is imported in en: docs/b.md' },
  ]);
});

it('GraphQL takes the same members', async () => {
  const { id } = await aSpace(server, organizationId);
  const { body } = await owner.graphql(
    `mutation ($id: ID!, $input: ImportContentInput!) {
      previewImport(spaceId: $id, input: $input) { variants { version language title pages isDefault } }
      importContent(spaceId: $id, input: $input) { importedResources }
    }`,
    { id, input: { ...site(), source: 'ZIP', version: '1.0' } },
  );
  expect(body.data).toEqual({ previewImport: { variants }, importContent: { importedResources: 2 } });
  expect(await titlesIn(id)).toEqual(['Old', 'Other']);
});

it.each([
  [{ version: '9' }, 'The archive has no version "9": it has "1.0", "current"'],
  [{ language: 'de' }, 'The archive has no language "de": it has "en", "fr"'],
  [{ source: 'markdown', version: '1.0' }, 'A source of the format markdown has one version in one language'],
])('%o is refused, and writes nothing', async (asked, message) => {
  const { id } = await aSpace(server, organizationId);
  const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, { ...site(), ...asked });
  expect([status, body.error]).toMatchObject([400, { message, details: [{ rule: 'import_refused' }] }]);
  expect(await titlesIn(id)).toEqual([]);
});
