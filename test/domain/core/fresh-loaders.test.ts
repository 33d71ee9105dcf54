import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { actingAs } from '../../../src/domain/core/acting.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let spaceId: string;
beforeAll(async () => {
  server = await startServer();
  const organization = await anOrganization(server);
  owner = organization.owner;
  spaceId = (await aSpace(server, organization.id)).id;
});

const titleOf = async (ctx: Context) => (await ctx.loaders.space.load(spaceId))?.title;

describe('inside a transaction', () => {
  it('a loader reads a row again after Prisma wrote to the database', () =>
    transact(owner.context(), async (ctx) => {
      await titleOf(ctx);
      await ctx.db.space.update({ where: { id: spaceId }, data: { title: 'By Prisma' } });
      expect(await titleOf(ctx)).toBe('By Prisma');
    }));

  it('a loader reads a row again after a statement wrote to the database', () =>
    transact(owner.context(), async (ctx) => {
      await titleOf(ctx);
      await ctx.sql.rows(sql`update spaces set title = 'By SQL' where id = ${spaceId}`);
      expect(await titleOf(ctx)).toBe('By SQL');
    }));

  it('the loaders of another actor read a row again after a write', () =>
    transact(owner.context(), async (ctx) => {
      const other = actingAs(ctx, ctx.actor);
      await titleOf(other);
      await ctx.db.space.update({ where: { id: spaceId }, data: { title: 'Seen by both' } });
      expect(await titleOf(other)).toBe('Seen by both');
    }));

  it('a loader reads a row again after a lock, since another transaction may have changed it before', () =>
    transact(owner.context(), async (ctx) => {
      const before = await ctx.loaders.space.load(spaceId);
      await ctx.sql.rows(sql`select id from spaces where id = ${spaceId} for update`);
      expect(await ctx.loaders.space.load(spaceId)).not.toBe(before);
    }));

  it('a loader keeps a row after a statement that only reads', () =>
    transact(owner.context(), async (ctx) => {
      const before = await ctx.loaders.space.load(spaceId);
      await ctx.sql.rows(sql`select "updatedAt", "deletedAt" from spaces where id = ${spaceId}`);
      expect(await ctx.loaders.space.load(spaceId)).toBe(before);
    }));
});

it('the loaders of a request read a row again after its transaction', async () => {
  const ctx = owner.context();
  await titleOf(ctx);
  await transact(ctx, (inner) => inner.db.space.update({ where: { id: spaceId }, data: { title: 'Committed' } }));
  expect(await titleOf(ctx)).toBe('Committed');
});
