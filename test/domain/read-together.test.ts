import { beforeAll, describe, expect, it } from 'vitest';
import { getSpace } from '../../src/domain/spaces/spaces.ts';
import { transact } from '../../src/domain/transact.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let ids: string[];
beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  ids = [];
  for (let at = 0; at < 10; at += 1) ids.push((await aSpace(server, organization.id)).id);
});

const manyIds = () => Array.from({ length: 60 }, (_, at) => ids[at % ids.length] ?? '');
const spaceStatements = () => server.statements.texts.filter((text) => text.includes('from spaces s ')).length;
/** What a request of this caller reads: each has loaders of its own. */
const readBy = (caller: Caller, id: string) =>
  getSpace(caller.context(), id).then(
    (space) => space.id,
    (error: Error & { type?: string }) => error.type,
  );

describe('spaces that requests of one token read together', () => {
  it('requests of one token that arrive together share two statements, and each gets its own space', async () => {
    await server.statements.settled();
    server.statements.reset();
    const asked = manyIds();
    expect(await Promise.all(asked.map((id) => readBy(owner, id)))).toEqual(asked);
    expect(spaceStatements()).toBe(2);
  });

  it('a token never gets what was read for another one', async () => {
    const stranger = await server.aUser();
    const both = manyIds().flatMap((id) => [[owner, id, id] as const, [stranger, id, 'not_found'] as const]);
    const found = await Promise.all(both.map(([caller, id]) => readBy(caller, id)));
    expect(found).toEqual(both.map(([, , expected]) => expected));
  });

  it('requests that read one space together do not share the object', async () => {
    const [id = ''] = ids;
    const spaces = await Promise.all([1, 2, 3].map(() => getSpace(owner.context(), id)));
    expect(new Set(spaces).size).toBe(3);
    expect(spaces[1]).toEqual(spaces[0]);
    expect(spaces[2]).toEqual(spaces[0]);
  });

  it('a request that comes while others read gets what was stored before it came', async () => {
    const [id = ''] = ids;
    for (let at = 0; at < 10; at += 1) {
      const early = [getSpace(owner.context(), id), getSpace(owner.context(), id)];
      await server.platform.db.prisma.space.update({ where: { id }, data: { title: `Title ${at}` } });
      expect((await getSpace(owner.context(), id)).title).toBe(`Title ${at}`);
      await Promise.all(early);
    }
  });

  it('a transaction reads alone, and sees what it has written', async () => {
    const [id = ''] = ids;
    const around = manyIds().map((each) => readBy(owner, each));
    const title = await transact(owner.context(), async (ctx) => {
      await ctx.db.space.update({ where: { id }, data: { title: 'In the transaction' } });
      return (await getSpace(ctx, id)).title;
    });
    expect(title).toBe('In the transaction');
    await Promise.all(around);
  });
});
