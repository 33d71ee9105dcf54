import { expect, it } from 'vitest';
import { purgeDeletedSpaces } from '../../../src/domain/authoring/spaces/purge.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

const age = (server: Harness, id: string, hours: number) =>
  server.platform.db.pool.query(`update spaces set "deletedAt" = now() - make_interval(hours => $2) where id = $1`, [
    id,
    hours,
  ]);

it('the purge removes only spaces that were deleted more than 168 hours ago, with everything in them', async () => {
  const server = await startServer();
  const { id: org, owner } = await anOrganization(server);
  const old: string[] = [];
  for (let made = 0; made < 45; made += 1) {
    const { id } = await aSpace(server, org);
    await age(server, id, 169);
    old.push(id);
  }
  const recent = await aSpace(server, org);
  await age(server, recent.id, 167);
  const live = await aSpace(server, org);

  const purged = await purgeDeletedSpaces(owner.context());

  const { db } = server.platform;
  expect(purged).toBeGreaterThanOrEqual(old.length);
  const left = await db.prisma.space.findMany({ where: { organizationId: org }, select: { id: true } });
  expect(left.map(({ id }) => id).toSorted()).toEqual([recent.id, live.id].toSorted());
  expect(await db.prisma.revision.count({ where: { spaceId: { in: old } } })).toBe(0);
  expect(await purgeDeletedSpaces(owner.context())).toBe(0);
});
