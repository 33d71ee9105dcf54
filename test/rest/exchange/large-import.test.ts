import { beforeAll, expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { contentOf, endOfJob, exported } from '../../exports.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';
import { randomBytes } from '../../setup/seed.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const pages = allOr(2_100, 210);
const files = allOr(6, 1);
const fileBytes = 18 * 1024 * 1024;

/** Pages in folders of a hundred, each with a link to the next, and pictures that fill more than 100 MiB when there are six. */
function largeArchive(): Buffer {
  const nameOf = (at: number) => `part-${Math.floor(at / 100)}/page-${at}.md`;
  const texts = Array.from({ length: pages }, (_, at) => ({
    name: nameOf(at),
    body: `# Page ${at}\n\n${'Words of this page. '.repeat(20)}\n\n[Next](../${nameOf((at + 1) % pages)})\n\n![p](../p${at % files}.bin)\n`,
  }));
  const bytes = Array.from({ length: files }, (_, at) => ({
    name: `p${at}.bin`,
    body: randomBytes(fileBytes),
    store: true,
  }));
  return makeZip([...texts, ...bytes]);
}

async function importArchive(body: Buffer): Promise<string> {
  const { id } = await aSpace(server, organizationId);
  const headers = { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/zip' };
  const sent = await fetch(`${await server.listen()}/uploads?name=large.zip`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  const { url } = (await sent.json()) as { url: string };
  const mutation = `mutation ($id: ID!, $url: URL!) {
    startImport(spaceId: $id, input: { url: $url, source: ZIP }) { job { id } } }`;
  const { data } = (await owner.graphql(mutation, { id, url })).body;
  const job = await endOfJob(owner, data.startImport.job.id);
  expect([job.error, job.result?.skipped]).toEqual([undefined, []]);
  expect(job.result.importedResources).toBeGreaterThanOrEqual(pages + files);
  return id;
}

test('an export of more than 2,000 entries and 100 MiB is importable again with the default settings', async () => {
  const first = await importArchive(largeArchive());
  const archive = await exported(server, owner, `POST /v1/spaces/${first}/export`);
  expect(archive.length).toBeGreaterThan(files * fileBytes);
  const again = await importArchive(archive);
  expect(await contentOf(server, again)).toEqual(await contentOf(server, first));
});
