import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { exported, filesOf } from '../exports.ts';
import { fastifyDocs, sourceServer, type SourceServer } from '../source-server.ts';

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

describe('POST /v1/spaces/{spaceId}/export', { timeout: 90_000 }, () => {
  test('answers with a job whose archive holds the pages as Markdown files', async () => {
    const { id } = await aSpace(server, organizationId);
    const url = source.serve('/archive.zip', { body: fastifyDocs, type: 'application/zip' });
    await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
    const files = await filesOf(await exported(server, owner, `POST /v1/spaces/${id}/export`));
    console.log([...files].map(([path, body]) => `${path} ${body.length}`).join('\n'));
    console.log(String(files.get('SUMMARY.md')), String(files.get('.octavo/export.json')), String(files.get('guides/README.md')).slice(0, 600), String(files.get('.octavo/pages.jsonl')).slice(0, 1000));
    expect(files.size).toBeGreaterThan(40);
  });
});
