import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import { startServer, type Harness } from '../../harness.ts';
import { until } from '../../until.ts';
import { aReceiver } from '../../webhook-receiver.ts';
import { aHook, aScene, deliveriesUntil, rename } from '../../webhook-scene.ts';

let server: Harness;
beforeAll(async () => void (server = await startServer()));

describe('webhooks of one place', () => {
  it('are sent the same body, which another place is not', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const hooks = [await aHook(scene, receiver), await aHook(scene, receiver)];
    hooks.push(await aHook(scene, receiver, { spaceId: scene.space.id }));
    await rename(scene, 'Renamed');
    for (const { at } of hooks) {
      await deliveriesUntil(scene, at, 'delivered 1');
    }
    const [one, other, ofSpace] = receiver.calls.map(({ text }) => JSON.parse(text));
    expect(receiver.calls).toHaveLength(3);
    expect([one.resource.title, other.resource.title, ofSpace.resource.title]).toEqual(Array(3).fill('Renamed'));
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-signature'])).size).toBe(3);
  });

  it('are recorded although others hold the row of one, which is recorded when they let it go', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const [held, free] = [await aHook(scene, receiver), await aHook(scene, receiver)];
    const { pool } = server.platform.db;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from webhooks where id = $1 for no key update', [held.id]);
    await rename(scene, 'Renamed');
    await until(
      () => receiver.calls.length,
      (count) => count === 2,
    );
    await deliveriesUntil(scene, free.at, 'delivered 1');
    await deliveriesUntil(scene, held.at, 'pending 0');
    await client.query('rollback');
    client.release();
    await deliveriesUntil(scene, held.at, 'delivered 1');
    expect(receiver.calls).toHaveLength(2);
  });

  it('note the last event that each has accepted', async () => {
    const scene = await aScene(server);
    await using receiver = await aReceiver();
    const hooks = await Promise.all([aHook(scene, receiver), aHook(scene, receiver)]);
    await rename(scene, 'First');
    await rename(scene, 'Second');
    for (const { at } of hooks) {
      await deliveriesUntil(scene, at, 'delivered 1', 'delivered 1');
    }
    const noted = await server.platform.db.sql.rows<{ isLatest: boolean }>(sql`select w.delivered = (
        select max(d.position) from webhook_deliveries d where d."webhookId" = w.id) as "isLatest"
      from webhooks w where w.id = any(${hooks.map(({ id }) => id)}::text[])`);
    expect(noted).toEqual([{ isLatest: true }, { isLatest: true }]);
  });
});
