import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSpace } from '../factories.ts';
import { openWire, type Wire } from '../graphql/wire.ts';

let wire: Wire;
let slow: Server;
let hits = 0;
let gone = 0;
const silent = (path: number | string) => `http://127.0.0.1:${(slow.address() as AddressInfo).port}/${path}`;

beforeAll(async () => {
  wire = await openWire();
  slow = createServer((request) => {
    hits += 1;
    request.socket.on('close', () => (gone += 1));
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
});
beforeEach(() => {
  hits = 0;
  gone = 0;
});
afterAll(async () => {
  await wire.close();
  slow.closeAllConnections();
  slow.close();
});

const filesAt = (count: number) => ({
  operation: 'insert_files',
  files: Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, url: silent(at) })),
});

describe('what a request fetches', () => {
  it('a fetch of a request ends with its 504', async () => {
    const app = await wire.anotherServer({ IMPORT_TIMEOUT_MS: 2_500 });
    const { id } = await aSpace(wire.server, wire.organizationId);
    const url = `/v1/spaces/${id}/content`;
    const { status } = await wire.inject(
      { method: 'POST', url, headers: wire.bearer, payload: { changes: [filesAt(20)] } },
      app,
    );
    expect(status).toBe(504);
    await expect.poll(() => gone).toBe(4);
    expect(hits).toBe(4);
  });

  it('a fetch of a job, as for a preview, goes on after the 504 of GraphQL', async () => {
    const app = await wire.anotherServer({ IMPORT_TIMEOUT_MS: 2_500 });
    const { id } = await aSpace(wire.server, wire.organizationId);
    const query = `mutation ($id: ID!, $url: URL!) {
      previewImport(spaceId: $id, input: { url: $url, source: MARKDOWN }) { totalResources } }`;
    const { status, body } = await wire.post({ query, variables: { id, url: silent('a.md') } }, {}, app);
    expect([status, body.errors?.[0].message]).toEqual([504, expect.stringContaining('2500 ms')]);
    await expect.poll(() => hits).toBe(1);
    expect(gone).toBe(0);
  });

  it('a request fetches twenty files at most, of all operations together', async () => {
    const { id } = await aSpace(wire.server, wire.organizationId);
    const changes = [filesAt(15), filesAt(6)];
    const { status, body } = await wire.ada.rest(`POST /v1/spaces/${id}/content`, { changes });
    expect([status, body.error.details]).toEqual([
      400,
      [
        {
          path: 'body.changes.1.files.5.url',
          rule: 'size',
          message: 'At most 20 files of a request may have a url',
        },
      ],
    ]);
    expect(hits).toBe(0);
  });
});
