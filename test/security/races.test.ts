import { beforeAll, describe, expect, it } from 'vitest';
import { raw, sql } from '../../src/db/sql.ts';
import { transactionOf } from '../../src/db/transaction.ts';
import { createCollection } from '../../src/domain/authoring/collections/create.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { createSpace } from '../../src/domain/authoring/spaces/create.ts';
import { duplicateSpace } from '../../src/domain/authoring/spaces/duplicate.ts';
import { aCollection, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { clock } from '../setup/clock.ts';

/** Returns the context of a caller who waits for the lock of the tree while somebody else commits a change. */
function overtaken(ctx: Context, change: (db: Context['db']) => Promise<unknown>): Context {
  let isOvertaken = false;
  return {
    ...ctx,
    runTransaction: (run) =>
      ctx.runTransaction((db) =>
        run(
          new Proxy(db, {
            get: (target, name) => {
              const value: unknown = Reflect.get(target, name);
              if (name !== '$queryRawUnsafe' || typeof value !== 'function') return value;
              return async (text: string, ...values: unknown[]) => {
                if (!isOvertaken && /from organizations .* for no key update/s.test(text)) {
                  isOvertaken = true;
                  await change(target);
                }
                return value.call(target, text, ...values) as unknown;
              };
            },
          }),
        ),
      ),
  };
}

describe('while a caller waits for the tree', () => {
  let server: Harness;
  let here: AnOrganization;
  let there: AnOrganization;

  beforeAll(async () => {
    server = await startServer();
    here = await anOrganization(server);
    there = await anOrganization(server, { owner: here.owner });
  });

  const moved = (table: 'collections' | 'spaces', id: string) => (db: Context['db']) =>
    transactionOf(db).sql.rows(
      sql`update ${raw(table)} set "organizationId" = ${there.id}, "parentId" = null where id = ${id}`,
    );

  it('a space is not created in a collection that is transferred to another organization meanwhile', async () => {
    const { id } = await aCollection(server, here.id);
    const ctx = overtaken(here.owner.context(), moved('collections', id));
    await expect(createSpace(ctx, { organizationId: here.id, parentId: id })).rejects.toThrow(
      expect.objectContaining({ type: 'reference_not_found' }),
    );
  });

  it('a collection is not created in a collection that is transferred to another organization meanwhile', async () => {
    const { id } = await aCollection(server, here.id);
    const ctx = overtaken(here.owner.context(), moved('collections', id));
    await expect(createCollection(ctx, { organizationId: here.id, parentId: id })).rejects.toThrow(
      expect.objectContaining({ type: 'reference_not_found' }),
    );
  });

  it('a space that is transferred to another organization meanwhile is not duplicated into the old one', async () => {
    const { id } = await aSpace(server, here.id);
    const ctx = overtaken(here.owner.context(), moved('spaces', id));
    await expect(duplicateSpace(ctx, id)).rejects.toThrow(expect.objectContaining({ type: 'conflict' }));
  });

  it('a space that is deleted meanwhile is not duplicated', async () => {
    const { id } = await aSpace(server, here.id);
    const ctx = overtaken(here.owner.context(), (db) =>
      db.space.update({ where: { id }, data: { deletedAt: clock.now() } }),
    );
    await expect(duplicateSpace(ctx, id)).rejects.toThrow(expect.objectContaining({ type: 'not_found' }));
  });

  it('a caller who loses the role create meanwhile creates nothing', async () => {
    const { id, owner } = await anOrganization(server);
    const ctx = overtaken(owner.context(), (db) =>
      db.member.updateMany({ where: { organizationId: id }, data: { role: 'read' } }),
    );
    await expect(createSpace(ctx, { organizationId: id })).rejects.toThrow(
      expect.objectContaining({ type: 'forbidden' }),
    );
  });
});
