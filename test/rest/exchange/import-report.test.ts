import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { sourceServer, type SourceServer } from '../../source-server.ts';
import { until } from '../../until.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

afterAll(() => source[Symbol.asyncDispose]());

const prose = 'A line of text that is long enough. '.repeat(5);

const archive = makeZip([
  { name: 'docs/README.md', body: `# Home\n\n[gone](gone.md), [two](two.md) and ![missing](a%20b.png)\n` },
  { name: 'docs/two.md', body: `# Two\n\n${prose}\0\n` },
  { name: 'docs/jsx.mdx', body: `import A from './a'\n\n# Jsx\n\n<Chart data="x" />\n\n{{#include a.rs}}\n` },
  { name: 'docs/film.html', body: '<html><body><h1>Film</h1><p>See:</p><canvas>A view</canvas></body></html>' },
  { name: 'docs/binary.md', body: 'a\0b' },
]);

const report = {
  importedResources: 4,
  totalResources: 5,
  skipped: [{ key: 'binary.md', reason: '"docs/binary.md" contains a NUL character' }],
  warnings: expect.arrayContaining([
    { key: 'README.md', reason: '2 links have no target: gone.md (line 3), a%20b.png (line 3)' },
    { key: 'two.md', reason: '1 NUL character was removed' },
    {
      key: 'jsx.mdx',
      reason:
        '2 passages are shown as code, because no block expresses them: <Chart data="x" /> (line 5), {{#include a.rs}} (line 7)',
    },
    { key: 'jsx.mdx', reason: 'What is imported or exported for MDX is kept as a comment, and not run: line 1' },
    { key: 'jsx.mdx', reason: '1 include has no file in the archive: a.rs (line 7)' },
    { key: 'film.html', reason: 'Left out, because Markdown does not express it: 1 <canvas>' },
  ]),
};

const input = () => ({ url: source.serve('/report.zip', { body: archive, type: 'application/zip' }), source: 'zip' });

const follow = `query ($id: ID!) { job(id: $id) { kind state result { importPreview {
  pages { title path key size: sizeBytes links brokenLinks } files { name key contentType size: sizeBytes }
  importedResources totalResources isPartial variants { version } skipped { key reason } warnings { key reason } } } } }`;

describe('the report of an import', () => {
  test('names every page that was left out or changed, and why, in the response of the REST API', async () => {
    const { id } = await aSpace(server, organizationId);
    const reply = await owner.rest(`POST /v1/spaces/${id}/content/import`, input());
    expect(reply).toMatchObject({ status: 201, body: report });
    expect(reply.body.warnings).toHaveLength(6);
    const ended = (await owner.rest(`GET /v1/orgs/${organizationId}/events?types=job.finished&space=${id}`)).body;
    expect(ended.items).toMatchObject([{ data: { kind: 'import', state: 'completed', done: 4, total: 5 } }]);
  });

  test('is the same in a preview, which runs as a job and writes nothing', async () => {
    const { id } = await aSpace(server, organizationId);
    const before = (await owner.rest(`GET /v1/spaces/${id}`)).body.revision;
    const shown = await owner.rest(`POST /v1/spaces/${id}/content/import/preview`, input());
    expect(shown).toMatchObject({ status: 200, body: report });
    const start = `mutation ($id: ID!, $input: ImportContentInput!) {
      startImportPreview(spaceId: $id, input: $input) { job { id state } } }`;
    const begun = await owner.graphql(start, { id, input: { ...input(), source: 'ZIP' } });
    const jobId = begun.body.data.startImportPreview.job.id;
    const job = await until(
      async () => (await owner.graphql(follow, { id: jobId })).body.data.job,
      ({ state }) => state === 'COMPLETED' || state === 'FAILED',
      50,
    );
    expect(job.state).toBe('COMPLETED');
    const ended = (await owner.rest(`GET /v1/orgs/${organizationId}/events?types=job.finished&order=desc&limit=1`))
      .body;
    expect(ended.items[0]).toMatchObject({
      actor: { id: owner.userId },
      data: { kind: 'import-preview', creator: owner.userId, done: 4, total: 5 },
    });
    expect(job).toMatchObject({ kind: 'import-preview', result: { importPreview: shown.body } });
    expect((await owner.rest(`GET /v1/jobs/${jobId}`)).body.result).toEqual(shown.body);
    expect(job.result.importPreview.pages).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'two.md', path: 'two' })]),
    );
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.revision).toBe(before);
  });
});
