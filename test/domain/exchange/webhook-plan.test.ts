import { beforeAll, describe, expect, it } from 'vitest';
import { sql, type Fragment, type Sql } from '../../../src/db/sql.ts';
import { listDue } from '../../../src/domain/exchange/webhooks/queries/deliveries.ts';
import { msToNextAttempt } from '../../../src/domain/exchange/webhooks/queries/restart.ts';
import { anOrganization, aWebhook } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { genericPlanOf, touchedBy } from '../../plan.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let webhookId: string;
const each = 1_000;
const pageSize = 20;

beforeAll(async () => {
  server = await startServer();
  const { id } = await anOrganization(server);
  webhookId = (await aWebhook(server, id)).id;
  // A thousand have been sent, and as many first attempts and retries are due.
  await server.platform.db.sql.rows(sql`insert into webhook_deliveries
      (id, "webhookId", "eventId", position, type, state, step, "nextAttemptAt", "createdAt")
    select ${webhookId} || n, ${webhookId}, 'evt_' || n, n, 'space.updated',
      case when n <= ${each}::int then 'delivered' else 'pending' end, n % 2,
      case when n > ${each}::int then ${clock.now()}::timestamptz - interval '1 hour' end, now()
    from generate_series(1, ${3 * each}::int) n returning id`);
  await server.platform.db.sql.rows(sql`analyze webhook_deliveries`);
});

/** The number of deliveries that the statements of a function read. */
async function deliveriesRead(send: (reader: Sql) => Promise<unknown>): Promise<number> {
  const sent: Fragment[] = [];
  await send({ rows: (statement: Fragment) => (sent.push(statement), Promise.resolve([])) } as unknown as Sql);
  const plans = [];
  for (const statement of sent) plans.push(...(await genericPlanOf(server, statement)));
  const reading = plans.filter((node) => node['Relation Name'] === 'webhook_deliveries');
  return reading.reduce((sum, node) => sum + touchedBy(node), 0);
}

describe('a webhook with a backlog', () => {
  it('reads what is sent next, and no other delivery', async () => {
    const due = { now: clock.now(), limit: pageSize, without: ['dlv_nothing'] };
    const rows = await listDue(server.platform.db.sql, webhookId, due);
    expect(rows.map(({ step }) => step)).toEqual(
      Array.from({ length: 2 * pageSize }, (_none, n) => Math.floor(n / pageSize)),
    );
    expect(await deliveriesRead((reader) => listDue(reader, webhookId, due))).toBe(2 * pageSize);
  });

  it('reads one delivery of each kind to find when the next is due', async () => {
    const next = sql`select ${msToNextAttempt(webhookId, clock.now())} as ms`;
    expect(await deliveriesRead((reader) => reader.rows(next))).toBeLessThanOrEqual(2);
  });
});
