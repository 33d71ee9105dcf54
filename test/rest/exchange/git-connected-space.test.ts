import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, anOrganization, aSpace } from '../../factories.ts';
import { aConnection } from '../../git-factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let otherOrganizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  const other = await owner.rest('POST /v1/orgs', { title: 'Other' });
  otherOrganizationId = other.body.id;
});

/** A space that is connected, in a collection if one is given. */
async function connectedSpace(parentId?: string) {
  const { id } = await aSpace(server, organizationId, parentId === undefined ? {} : { parentId });
  await aConnection(server, { spaceId: id });
  return id;
}

const statusOf = async (id: string) => (await owner.rest(`GET /v1/spaces/${id}/git`)).body.status;
const pause = (spaceId: string) =>
  server.platform.db.prisma.gitConnection.update({ where: { spaceId }, data: { status: 'paused' } });
const transfer = (path: string) => owner.rest(`POST /v1/${path}/transfer`, { organization: otherOrganizationId });

describe('a connected space', () => {
  it('is transferred only while the connection is paused, which goes with it', async () => {
    const id = await connectedSpace();
    expect((await transfer(`spaces/${id}`)).body.error).toMatchObject({ type: 'precondition_failed' });
    await pause(id);
    expect((await transfer(`spaces/${id}`)).status).toBe(200);
    const row = await server.platform.db.prisma.gitConnection.findUnique({ where: { spaceId: id } });
    expect(row).toMatchObject({ organizationId: otherOrganizationId, status: 'paused' });
  });

  it('holds the transfer of a collection around it', async () => {
    const { id: collectionId } = await aCollection(server, organizationId);
    const id = await connectedSpace(collectionId);
    expect((await transfer(`collections/${collectionId}`)).status).toBe(412);
    await pause(id);
    expect((await transfer(`collections/${collectionId}`)).status).toBe(200);
  });

  it('is paused by its deletion, and stays so when it is restored', async () => {
    const id = await connectedSpace();
    expect((await owner.rest(`DELETE /v1/spaces/${id}`)).status).toBe(205);
    expect((await owner.rest(`POST /v1/spaces/${id}/restore`)).status).toBe(200);
    expect(await statusOf(id)).toBe('paused');
  });

  it('is paused by the deletion of a collection around it', async () => {
    const { id: collectionId } = await aCollection(server, organizationId);
    const id = await connectedSpace(collectionId);
    expect((await owner.rest(`DELETE /v1/collections/${collectionId}`)).status).toBe(205);
    await owner.rest(`POST /v1/spaces/${id}/restore`);
    expect(await statusOf(id)).toBe('paused');
  });

  it('has a copy without a connection', async () => {
    const id = await connectedSpace();
    const { status, body } = await owner.rest(`POST /v1/spaces/${id}/duplicate`);
    expect(status).toBeLessThan(300);
    expect((await owner.rest(`GET /v1/spaces/${body.id}/git`)).status).toBe(404);
  });

  it('is not updated by other imports', async () => {
    const id = await connectedSpace();
    const body = { url: 'https://example.org/docs.zip', source: 'markdown', update: true };
    const { body: refused } = await owner.rest(`POST /v1/spaces/${id}/content/import`, body);
    expect(refused.error).toMatchObject({ type: 'invalid_state', message: expect.stringContaining('Git') });
  });
});
