import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importContent } from '../../../src/domain/exchange/imports/pipeline.ts';
import { importByJob } from '../../../src/domain/exchange/imports/import-job.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { siteServer } from '../../site-server.ts';
import { fastifyDocs, sourceServer, type SourceServer } from '../../source-server.ts';
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

const start = `mutation ($id: ID!, $input: ImportContentInput!) {
  startImport(spaceId: $id, input: $input) { job { id kind state } } }`;

const follow = `query ($id: ID!) { job(id: $id) {
  state progress { done total phase } error { type message }
  result {
    import { revision: revisionId importedResources totalResources skipped { key reason } warnings { key reason } }
    importPreview { totalResources }
    export { name }
  } } }`;

const ended = (id: string, caller = owner) =>
  until(
    async () => (await caller.graphql(follow, { id })).body.data.job,
    ({ state }) => state === 'COMPLETED' || state === 'FAILED',
    50,
  );

const revisionsOf = (spaceId: string) => server.platform.db.prisma.revision.count({ where: { spaceId } });

describe('startImport', () => {
  test('imports in the background and reports its progress and result', async () => {
    const { id } = await aSpace(server, organizationId);
    await using site = await siteServer((path) =>
      path === '/' || /^\/\d$/.test(path)
        ? {
            body: `<main><h1>Page ${path}</h1>${[1, 2, 3].map((n) => `<a href="/${n}">${n}</a>`).join('')}</main>`,
            afterMs: 200,
          }
        : undefined,
    );
    const begun = await owner.graphql(start, { id, input: { url: `${site.origin}/`, source: 'WEBSITE' } });
    expect(begun.body.data.startImport.job).toMatchObject({
      kind: 'import',
      state: expect.stringMatching(/^(?:QUEUED|RUNNING)$/),
    });
    const jobId = begun.body.data.startImport.job.id;
    const job = await ended(jobId);
    expect(job).toEqual({
      state: 'COMPLETED',
      progress: { done: expect.any(Number), total: expect.any(Number), phase: expect.stringMatching(/\w/) },
      result: {
        import: {
          revision: expect.stringMatching(/^rev_/),
          importedResources: 4,
          totalResources: 4,
          skipped: [],
          warnings: [],
        },
        importPreview: null,
        export: null,
      },
      error: null,
    });
    const space = (await owner.rest(`GET /v1/spaces/${id}`)).body;
    expect(space.revision).toBe(job.result.import.revision);
    expect(await revisionsOf(id)).toBe(2);
    const { body } = await owner.rest(`GET /v1/jobs/${jobId}`);
    expect(body.state).toBe('completed');
    expect(body.result).toEqual(job.result.import);
  });

  test('fails with the error that a synchronous import would have returned', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/no.zip', { body: 'no archive' });
    const begun = await owner.graphql(start, { id, input: { url, source: 'ZIP' } });
    const job = await ended(begun.body.data.startImport.job.id);
    expect(job).toMatchObject({
      state: 'FAILED',
      error: { type: 'import_refused', message: expect.stringMatching(/^Expected a ZIP archive/) },
    });
    expect(await revisionsOf(id)).toBe(1);
  });

  test('is refused immediately without permission to import', async () => {
    const { id } = await aSpace(server, organizationId);
    const reader = await aMember(server, organizationId, 'read');
    const input = { url: source.url('/'), source: 'ZIP' };
    const reply = await reader.graphql(start, { id, input });
    expect(reply.body.errors[0].extensions.code).toMatch(/forbidden/i);
  });
});

describe('importByJob(ctx, request)', () => {
  test('a request that cannot wait longer gets timeout with the id of the job, which continues', async () => {
    const { id } = await aSpace(server, organizationId);
    await using site = await siteServer((path) =>
      path === '/slow.md' ? { body: '# Slow', type: 'text/markdown', afterMs: 4_000 } : undefined,
    );
    const ctx = owner.context();
    const hurried = { ...ctx, config: { ...ctx.config, IMPORT_TIMEOUT_MS: 1_500 } };
    const refusal = await importByJob(hurried, {
      spaceId: id,
      url: `${site.origin}/slow.md`,
      source: 'markdown',
    }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      type: 'timeout',
      status: 504,
      message: expect.stringMatching(/job_/),
      details: [{ path: 'job', rule: 'timeout', message: expect.stringMatching(/^job_/) }],
    });
    const jobId = (refusal as { details: { message: string }[] }).details[0]?.message ?? '';
    expect(await ended(jobId)).toMatchObject({ state: 'COMPLETED', result: { import: { importedResources: 1 } } });
    expect(await revisionsOf(id)).toBe(2);
  });
});

describe('importContent(ctx, request, run)', () => {
  test('an import writes nothing when its job cannot be completed in the same transaction', async () => {
    const { id, revisionId } = await aSpace(server, organizationId);
    const url = source.serve('/one.md', { body: '# One', type: 'text/markdown' });
    const complete = () => Promise.reject(new Error('The process that ran it ended'));
    await expect(
      importContent(owner.context(), { spaceId: id, url, source: 'markdown' }, { complete }),
    ).rejects.toThrow('The process that ran it ended');
    expect((await owner.rest(`GET /v1/spaces/${id}/content`)).body).toMatchObject({
      id: revisionId,
      pages: [],
      files: [],
    });
    expect(await revisionsOf(id)).toBe(1);
  });

  test('an import stops when it is aborted', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/docs.zip', { body: fastifyDocs });
    const stop = new AbortController();
    const progress = ({ phase }: { phase?: string }) => {
      if (phase === 'Reading pages') stop.abort(new Error('called off'));
    };
    await expect(
      importContent({ ...owner.context(), signal: stop.signal }, { spaceId: id, url, source: 'zip' }, { progress }),
    ).rejects.toThrow();
    expect(await revisionsOf(id)).toBe(1);
  });
});

test('without access to the space, the creator of an import job sees its state, but not its result', async () => {
  const { id } = await aSpace(server, organizationId);
  const editor = await aMember(server, organizationId, 'edit');
  await owner.rest(`POST /v1/spaces/${id}/permissions`, { role: 'edit', users: [editor.userId] });
  const url = source.serve('/kept.md', { body: '# Kept', type: 'text/markdown' });
  const begun = await editor.graphql(start, { id, input: { url, source: 'MARKDOWN' } });
  const jobId = begun.body.data.startImport.job.id;
  expect((await ended(jobId, editor)).result.import).toMatchObject({ importedResources: expect.any(Number) });
  await owner.rest(`DELETE /v1/spaces/${id}/permissions/users/${editor.userId}`);
  await owner.rest(`PATCH /v1/spaces/${id}`, { defaultLevel: null });
  expect((await editor.rest(`GET /v1/spaces/${id}`)).status).toBe(404);
  expect(await ended(jobId, editor)).toMatchObject({ state: 'COMPLETED', result: null });
  const { body } = await editor.rest(`GET /v1/jobs/${jobId}`);
  expect(body).toMatchObject({ state: 'completed' });
  expect(body).not.toHaveProperty('result');
});
