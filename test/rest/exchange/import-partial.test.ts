import { beforeAll, describe, expect, it } from 'vitest';
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

const pages = (count: number) =>
  Array.from({ length: count }, (_none, at) => ({ name: `docs/p${at}.md`, body: `# Page ${at}\n` }));

const served = (name: string, entries: Parameters<typeof makeZip>[0]) => ({
  url: source.serve(`/${name}.zip`, { body: makeZip(entries), type: 'application/zip' }),
  source: 'zip',
});

const few = () =>
  served('few', [...pages(10), { name: 'docs/SUMMARY.md', body: '# Summary\n\n- [One](p0.md)\n- [Two](p1.md)\n' }]);

const message =
  'The import would leave out 8 of 10 pages: SUMMARY.md does not list it, and no page links to it. Preview it, and send allowPartial to import the others';

describe('an import that leaves out most pages', () => {
  it('is refused with the numbers, and writes nothing', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, few());
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { message } },
    });
    expect(body.error.details).toEqual([{ path: 'body.allowPartial', rule: 'import_partial', message }]);
    const { body: listed } = await owner.rest(`GET /v1/spaces/${id}/content/pages`);
    expect(listed.pages ?? listed.items).toEqual([]);
  });

  it('is refused in a change request as well', async () => {
    const { id } = await aSpace(server, organizationId);
    const { body: change } = await owner.rest(`POST /v1/spaces/${id}/change-requests`, {});
    const place = `/v1/spaces/${id}/change-requests/${change.id}/content/import`;
    expect((await owner.rest(`POST ${place}`, few())).body.error).toMatchObject({ message });
  });

  it('imports the others with allowPartial', async () => {
    const { id } = await aSpace(server, organizationId);
    const input = { ...few(), allowPartial: true };
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, input);
    expect([status, body.importedResources, body.totalResources]).toEqual([201, 2, 10]);
    expect(body.warnings).toEqual([
      { key: 'SUMMARY.md', reason: 'SUMMARY.md orders the pages, and leaves out 8 of 10' },
    ]);
  });

  it('says so in its preview, which is not refused', async () => {
    const { id } = await aSpace(server, organizationId);
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import/preview`, few());
    expect([status, body.isPartial, body.pages.length, body.skipped.length]).toEqual([200, true, 2, 8]);
  });

  it('ends its job with the same error', async () => {
    const { id } = await aSpace(server, organizationId);
    const { body } = await owner.graphql(
      `mutation ($spaceId: ID!, $input: ImportContentInput!) { importContent(spaceId: $spaceId, input: $input) { revisionId } }`,
      { spaceId: id, input: { ...few(), source: 'ZIP' } },
    );
    expect(body.errors).toMatchObject([{ message, extensions: { details: [{ path: 'input.allowPartial' }] } }]);
  });

  it('counts pages that cannot be read', async () => {
    const { id } = await aSpace(server, organizationId);
    const broken = Array.from({ length: 4 }, (_none, at) => ({ name: `docs/b${at}.md`, body: '\0\0\0a' }));
    const input = served('broken', [...pages(2), ...broken]);
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, input);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('leave out 4 of 6 pages')]);
  });
});

it('an import that leaves out few pages, hidden folders or included files is not refused', async () => {
  const { id } = await aSpace(server, organizationId);
  const hidden = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name: `docs/.github/${name}.md`, body: '# Hidden\n' }));
  const parts = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name: `docs/_${name}.md`, body: 'Part\n' }));
  const including = {
    name: 'docs/p9.md',
    body: parts.map(({ name }) => `<!--@include: ./${name.slice(5)}-->\n`).join('\n'),
  };
  const input = served('whole', [...pages(3), ...hidden, ...parts, including]);
  const { status, body } = await owner.rest(`POST /v1/spaces/${id}/content/import`, input);
  expect([status, body.importedResources]).toEqual([201, 4]);
});
