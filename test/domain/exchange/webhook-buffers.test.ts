import { beforeAll, expect, it } from 'vitest';
import { readStatement, sql } from '../../../src/db/sql.ts';
import { wantedOf } from '../../../src/domain/core/events/patterns.ts';
import { mayWant } from '../../../src/domain/core/events/queries/events.ts';
import { anOrganization, aSpace, aWebhook, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
let organization: AnOrganization;
let spaceId: string;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server);
  ({ id: spaceId } = await aSpace(server, organization.id));
  await aWebhook(server, organization.id, { spaceId });
});

/** Adds webhooks of other spaces, whose events are not those of the space. */
const addUnwanted = (count: number) => {
  const { id } = organization;
  return server.platform.db.sql.rows(sql`insert into webhooks
      (id, "organizationId", "spaceId", url, types, active, "sealedSecret", cursor, "createdAt", "updatedAt")
    select ${id} || '-' || n, ${id}, ${id} || '-' || (n / 10), 'https://hooks.example.org', '{*}', true, 'x', 0, now(), now()
    from generate_series(1, ${count}::int) n on conflict do nothing returning id`);
};

/** Pages of the database that are read to find who may want an event of the space, and how many do. */
async function lookUp() {
  const wanted = wantedOf([{ type: 'space.updated', spaceId, data: {} }]);
  const statement = sql`select w.id from webhooks w where ${mayWant(organization.id, wanted)}`;
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('analyze webhooks');
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${readStatement(statement)}`, [
      ...statement.values,
    ]);
    const [plan] = Object.values(rows[0] as object).flat() as { readonly Plan: Readonly<Record<string, number>> }[];
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0, 'Actual Rows': found = 0 } = plan?.Plan ?? {};
    return { found, pages: hit + read };
  } finally {
    client.release();
  }
}

it('webhooks that do not want an event cost its writer nothing, however many there are', async () => {
  const looked: Record<number, Awaited<ReturnType<typeof lookUp>>> = {};
  for (const count of [1, 500, 5_000]) {
    await addUnwanted(count);
    looked[count] = await lookUp();
  }
  expect(Object.values(looked).map(({ found }) => found)).toEqual([1, 1, 1]);
  // An index of more rows is one level deeper.
  expect(looked[5_000]?.pages).toBeLessThanOrEqual((looked[1]?.pages ?? 0) + 8);
});
