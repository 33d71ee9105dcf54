import { beforeAll, describe, expect, it } from 'vitest';
import { ofSpace } from '../../../src/domain/core/events/emit.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { aMember, anOrganization, aSpace, type AnOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { streamsOf } from '../../opened-streams.ts';

let server: Harness;
let base: string;
let organization: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  base = await server.listen();
  organization = await anOrganization(server);
});

const open = streamsOf(() => server);
const follow = async (caller: Pick<Caller, 'secret'>, query = '') => {
  const headers = { authorization: `Bearer ${caller.secret}` };
  return open(`${base}/v1/orgs/${organization.id}/events/stream${query}`, { headers });
};

type Stream = Awaited<ReturnType<typeof follow>>;

const subjectsOf = async (stream: Stream, count: number): Promise<string[]> => {
  const subjects: string[] = [];
  while (subjects.length < count) subjects.push(JSON.parse((await stream.next())?.data ?? '{}').subject.id);
  return subjects;
};

describe('streams that share what they read', () => {
  it('show each caller what their token may read, in one order', async () => {
    const { id: organizationId, owner } = organization;
    const member = await aMember(server, organizationId, 'read');
    const isPublic = await aSpace(server, organizationId);
    const isPrivate = await aSpace(server, organizationId, { defaultLevel: 'none' });
    const narrow = await server.as(owner.userId, { scopes: ['org:read', 'site:read'] });
    const callers = [owner, owner, owner, member, member, narrow, narrow];
    const streams = await Promise.all(callers.map((caller) => follow(caller)));
    const filtered = await follow(owner, `?space=${isPrivate.id}`);
    for (let round = 0; round < 4; round += 1)
      await transact(owner.context(), async (ctx) => {
        for (const { id } of [isPublic, isPrivate])
          ctx.emit('space.updated', ofSpace({ id, organizationId }), { changed: ['title'], previous: {} });
        if (round === 3)
          ctx.emit('organization.updated', { organizationId, id: organizationId }, { changed: [], previous: {} });
      });
    const both = [
      isPublic.id,
      isPrivate.id,
      isPublic.id,
      isPrivate.id,
      isPublic.id,
      isPrivate.id,
      isPublic.id,
      isPrivate.id,
    ];
    const expected = new Map<Caller, string[]>([
      [owner, [...both, organizationId]],
      [member, [...both.filter((id) => id === isPublic.id), organizationId]],
      [narrow, [organizationId]],
    ]);
    const read = await Promise.all(streams.map((stream, at) => subjectsOf(stream, expected.get(callers[at]!)!.length)));
    expect(read).toEqual(callers.map((caller) => expected.get(caller)));
    expect(await subjectsOf(filtered, 4)).toEqual(Array.from({ length: 4 }, () => isPrivate.id));
  });

  it('read the same once', async () => {
    const { id: organizationId, owner } = organization;
    const space = await aSpace(server, organizationId);
    const statementsFor = async (count: number) => {
      const streams: Stream[] = [];
      for (let number = 0; number < count; number += 1) streams.push(await follow(owner));
      await server.statements.reset();
      await transact(owner.context(), async (ctx) => {
        const subject = ofSpace({ id: space.id, organizationId, title: 'Space' });
        ctx.emit('space.updated', subject, { changed: [`${count}`], previous: {} });
      });
      await Promise.all(streams.map((stream) => subjectsOf(stream, 1)));
      const texts = server.statements.texts.filter((text) => !text.includes('from event_streams'));
      streams.forEach((stream) => stream.close());
      return texts.length;
    };
    const one = await statementsFor(1);
    expect(await statementsFor(9)).toBeLessThanOrEqual(3 * one);
  });
});
