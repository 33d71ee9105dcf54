import { beforeAll, describe, expect, it } from 'vitest';
import { listSpaces } from '../../../src/domain/authoring/spaces/list.ts';
import { getSpace } from '../../../src/domain/authoring/spaces/spaces.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let ids: string[];
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  ({ owner } = organization);
  organizationId = organization.id;
  ids = [];
  for (let at = 0; at < 10; at += 1) ids.push((await aSpace(server, organization.id)).id);
});

const manyIds = () => Array.from({ length: 60 }, (_, at) => ids[at % ids.length] ?? '');
const spaceStatements = () => server.statements.texts.filter((text) => /(?:from|join) spaces s /.test(text)).length;
/** Reads a space as a request of this caller, with loaders of its own. */
const readBy = (caller: Caller, id: string) =>
  getSpace(caller.context(), id).then(
    (space) => space.id,
    (error: Error & { type?: string }) => error.type,
  );

describe('spaces that requests read together', () => {
  it('requests of one token that arrive together share two statements, and each gets its own space', async () => {
    await server.statements.reset();
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

  it('requests of several users share two statements, and each gets its own access', async () => {
    const stranger = await server.aUser();
    const asked = ids.flatMap((id) => [[owner, id, id] as const, [stranger, id, 'not_found'] as const]);
    await server.statements.reset();
    const found = await Promise.all(asked.map(([caller, id]) => readBy(caller, id)));
    expect(found).toEqual(asked.map(([, , expected]) => expected));
    expect(spaceStatements()).toBe(2);
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

/** Reads the first page of the spaces as a request of this caller. */
const listedBy = (caller: Caller, first = 50) =>
  listSpaces(caller.context(), organizationId, { after: null, first, counted: true }).then(
    async (page) => ({ ids: page.items.map(({ id }) => id), count: await page.count() }),
    (error: Error & { type?: string }) => error.type,
  );

describe('lists that requests of one token read together', () => {
  const newest = () => ids.toReversed();

  it('requests of one token for the same list share two statements, and each gets the list', async () => {
    await listedBy(owner);
    await server.statements.reset();
    const lists = await Promise.all(Array.from({ length: 30 }, () => listedBy(owner)));
    expect(lists).toEqual(lists.map(() => ({ ids: newest(), count: ids.length })));
    expect(spaceStatements()).toBe(2);
  });

  it('lists of other sizes are read beside each other', async () => {
    const lists = await Promise.all([1, 3, 50, 3, 1].map((first) => listedBy(owner, first)));
    expect(lists).toEqual([1, 3, 50, 3, 1].map((first) => ({ ids: newest().slice(0, first), count: ids.length })));
  });

  it('a token never gets the list of another one', async () => {
    const stranger = await server.aUser();
    const lists = await Promise.all([owner, stranger, owner, stranger].map((caller) => listedBy(caller)));
    const list = { ids: newest(), count: ids.length };
    expect(lists).toEqual([list, 'not_found', list, 'not_found']);
  });

  it('a list that is asked for while another is read has what was written before', async () => {
    for (let at = 0; at < 5; at += 1) {
      const early = [listedBy(owner), listedBy(owner)];
      const space = await aSpace(server, organizationId);
      ids.push(space.id);
      expect(await listedBy(owner)).toEqual({ ids: newest(), count: ids.length });
      await Promise.all(early);
    }
  });
});
