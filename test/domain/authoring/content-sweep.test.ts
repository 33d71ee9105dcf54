import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { storeBytes } from '../../../src/domain/authoring/content/store-bytes.ts';
import { sweepContent } from '../../../src/domain/authoring/content/sweep.ts';
import { storageKey } from '../../../src/infra/storage/content-key.ts';
import { storedTextOf, fileDefaults } from '../../../src/text/content/changes.ts';
import { commitContent } from '../../../src/domain/authoring/content/commit.ts';
import { storageUnavailable } from '../../../src/infra/storage/storage-errors.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { gate, letJobsBegin } from '../../jobs.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const tomorrow = () => new Date(clock.now().getTime() + 25 * 3_600_000);
const keep = async (text: string) => {
  const [kept] = await storeBytes(owner.context(), [{ name: 'a.bin', body: Buffer.from(text) }]);
  if (!kept) throw new Error('Nothing was kept');
  return kept.hash;
};
const isThere = async (hash: string) => [
  await server.platform.db.prisma.blob.count({ where: { hash } }),
  await owner.context().storage.exists(storageKey(hash)),
];
const sweepAll = async (services = owner.context()) => {
  while ((await sweepContent({ ...services, now: tomorrow })).blobs > 0);
};

/** A storage that runs `before` before each deletion. */
const deleting = (before: (key: string) => Promise<void>) => {
  const ctx = owner.context();
  const remove = async (key: string) => {
    await before(key);
    await ctx.storage.delete(key);
  };
  return { ...ctx, storage: { ...ctx.storage, delete: remove } };
};

describe('sweepContent', () => {
  test('deletes only blobs and texts that are unused and older than the grace period', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const [used, unused] = [await keep(`${spaceId} used`), await keep(`${spaceId} unused`)];
    const stray = storedTextOf(`${spaceId} stray`);
    if (!stray) throw new Error('There is no text');
    const file = { ...fileDefaults, id: 'file_1', type: 'text/plain', title: 'a.bin', blobHash: used } as const;
    await commitContent(owner.context(), { spaceId }, async () => ({
      put: [file],
      remove: [],
      texts: [stray],
      links: [],
    }));
    await sweepContent(owner.context());
    expect(await isThere(unused)).toEqual([1, true]);
    await sweepAll();
    expect([await isThere(used), await isThere(unused)]).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(await server.platform.db.prisma.document.count({ where: { id: stray.id } })).toBe(0);
    await keep(`${spaceId} unused`);
    expect(await isThere(unused)).toEqual([1, true]);
  });

  test('holds no database lock or transaction while the storage deletes bytes', async () => {
    const hash = await keep('held');
    const sizes: unknown[] = [];
    const services = deleting(async (key) => {
      if (key === storageKey(hash))
        sizes.push(
          ...(await services.sql.rows(sql`update blobs set width = 1 where hash = ${hash} returning "sizeBytes"`)),
        );
    });
    await sweepAll(services);
    expect(sizes).toEqual([{ sizeBytes: 4 }]);
    expect(await isThere(hash)).toEqual([0, false]);
  });

  test('makes an upload of the same bytes wait until the sweep has deleted them', async () => {
    const hash = await keep('again');
    const [begun, wait] = [gate(), gate()];
    const services = deleting(async (key) => {
      if (key !== storageKey(hash)) return;
      begun.open();
      await wait.opened;
    });
    // The sweep runs once, because a second one would treat the bytes that were added meanwhile as old.
    const sweep = sweepContent({ ...services, now: tomorrow });
    await begun.opened;
    const kept = keep('again');
    await letJobsBegin(server.platform.db.sql);
    wait.open();
    await Promise.all([kept, sweep]);
    expect(await isThere(hash)).toEqual([1, true]);
  });

  test('an interrupted sweep is completed by a later one or undone by an upload of the same bytes', async () => {
    await sweepAll();
    const [one, other] = [await keep('midway one'), await keep('midway other')];
    const down = deleting(() => Promise.reject(storageUnavailable(new Error('down'))));
    await expect(sweepAll(down)).rejects.toMatchObject({ type: 'storage_unavailable' });
    expect([await isThere(one), await isThere(other)]).toEqual([
      [1, true],
      [1, true],
    ]);
    await sweepAll();
    expect(await isThere(one)).toEqual([1, true]);
    await owner.context().sql.rows(sql`update blobs set "sweptAt" = now() - interval '6 minutes'
      where "sweptAt" is not null returning hash`);
    await keep('midway other');
    const later = () => new Date(clock.now().getTime() + 23 * 3_600_000);
    await server.platform.db.prisma.blob.update({ where: { hash: one }, data: { createdAt: new Date(0) } });
    await sweepContent({ ...owner.context(), now: later });
    expect([await isThere(one), await isThere(other)]).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});
