import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { onePixel, sourceServer, type SourceServer } from '../../source-server.ts';

let server: Harness;
let source: SourceServer;
let owner: Caller;
let spaceId: string;
let changeRequestId: string;

beforeAll(async () => {
  server = await startServer();
  source = await sourceServer();
  const { id, owner: admin } = await anOrganization(server);
  owner = admin;
  ({ id: spaceId } = await aSpace(server, id));
  const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Import' });
  changeRequestId = body.id as string;
});

afterAll(() => source[Symbol.asyncDispose]());

const inSpace = () => `/v1/spaces/${spaceId}`;
const inChangeRequest = () => `${inSpace()}/change-requests/${changeRequestId}`;
const asImport = (url: string) => ({ url, source: 'markdown' });
const asFile = (url: string) => ({ changes: [{ operation: 'insert_files', files: [{ name: 'a.bin', url }] }] });

/** The operations that read a URL, with the path of the URL in their bodies. */
const doors = [
  ['an import', inSpace, '/content/import', asImport, 'body.url'],
  ['an import into a change request', inChangeRequest, '/content/import', asImport, 'body.url'],
  ['a preview', inSpace, '/content/import/preview', asImport, 'body.url'],
  ['a preview in a change request', inChangeRequest, '/content/import/preview', asImport, 'body.url'],
  ['a new file', inSpace, '/content', asFile, 'body.changes.0.files.0.url'],
  ['a new file in a change request', inChangeRequest, '/content', asFile, 'body.changes.0.files.0.url'],
] as const;

const tooLarge = Buffer.alloc(26_214_401, 'a');

/** What a URL leads to, with the error that it gives. */
const answers = [
  ['a private address', () => 'http://10.0.0.1/a.md', 'fetch_refused'],
  ['an error', () => source.serve('/error.md', { body: 'no', status: 503 }), 'fetch_failed'],
  ['too much', () => source.serve('/large.md', { body: tooLarge, type: 'text/markdown' }), 'fetch_too_large'],
] as const;

it.each(doors.flatMap((door) => answers.map((answer) => [door[0], answer[0], door, answer] as const)))(
  '%s whose URL leads to %s says so',
  async (_door, _answer, [, place, path, bodyOf, field], [, url, type]) => {
    const reply = await owner.rest(`POST ${place()}${path}`, bodyOf(url()));
    expect(reply).toMatchObject({ status: 400, body: { error: { type, details: [{ path: field, rule: type }] } } });
  },
);

it.each(doors.filter(([, , path]) => path !== '/content'))(
  '%s of something else than its format says so',
  async (_door, place, path, bodyOf) => {
    const url = source.serve('/picture.md', { body: onePixel, type: 'text/markdown' });
    const { body } = await owner.rest(`POST ${place()}${path}`, bodyOf(url));
    expect(body.error).toMatchObject({ code: 400, type: 'import_refused', details: [{ path: 'body.url' }] });
  },
);
