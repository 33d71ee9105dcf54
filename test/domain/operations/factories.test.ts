import { expect, test } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { startServer } from '../../harness.ts';

test('the factories make rows that the API shows', async () => {
  const server = await startServer();
  const { id, owner } = await anOrganization(server);
  const guest = await aMember(server, id, null);
  const team = await aTeam(server, id, { owners: [owner], members: [guest] });
  const collection = await aCollection(server, id);
  const space = await aSpace(server, id, { parentId: collection.id });
  await aGrant(server, id, { on: { collectionId: collection.id }, to: { teamId: team.id }, role: 'read' });

  const reply = await guest.rest(`GET /v1/spaces/${space.id}`);

  expect(reply.body).toMatchObject({ id: space.id, title: 'Handbook', parent: collection.id });
});
