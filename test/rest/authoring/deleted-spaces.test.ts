import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

describe('A deleted space', () => {
  const days = 7;
  const restores = [
    (id: string) => owner.rest(`POST /v1/spaces/${id}/restore`),
    (id: string) => owner.graphql('mutation ($id: ID!) { restoreSpace(spaceId: $id) { space { id } } }', { id }),
  ];
  const deletedFor = async (age: string) => {
    const { id } = await aSpace(server, organizationId);
    await owner.rest(`DELETE /v1/spaces/${id}`);
    await server.platform.db.pool.query(`update spaces set "deletedAt" = now() - $2::interval where id = $1`, [
      id,
      age,
    ]);
    return id;
  };

  it.each(restores)(`can be restored for ${days} days, over REST and GraphQL`, async (restore) => {
    const inTime = await restore(await deletedFor(`${days} days -1 minute`));
    expect([inTime.status, inTime.body.errors]).toEqual([200, undefined]);
    const late = await restore(await deletedFor(`${days} days`));
    expect(late.body.error?.type ?? late.body.errors[0].extensions.type).toBe('not_found');
  });
});
