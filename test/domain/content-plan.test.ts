import { beforeAll, expect, it } from 'vitest';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';
import { touchedBy, type PlanNode } from '../plan.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/**
 * Returns the number of rows that the statement of a foreign key reads for an entry in a space of 300, with a plan for
 * an empty table.
 */
async function rowsTouched(spaceId: string): Promise<number> {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('analyze content_entries');
    await client.query('begin');
    for (const setting of ['enable_seqscan = off', 'enable_bitmapscan = off', 'plan_cache_mode = force_generic_plan'])
      await client.query(`set local ${setting}`);
    await client.query(
      `prepare entry as select from content_entries where line = $1 and "entryId" = $2 and "fromSeq" = $3`,
    );
    await client.query(
      `insert into content_entries
         (line, "entryId", "fromSeq", "spaceId", kind, position, type, title, slug, "createdAt", "updatedAt")
       select $1, 'pg_' || n, 1, $1, 'page', 'a' || n, 'document', 'Page', 'page-' || n, now(), now()
       from generate_series(1, 300) n`,
      [spaceId],
    );
    const { rows } = await client.query(`explain (analyze, format json) execute entry('${spaceId}', 'pg_9', 1)`);
    await client.query('deallocate entry');
    return touchedBy(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('an entry is looked up by its primary key even when the statement was planned on an empty table', async () => {
  const { id } = await anOrganization(server);
  const space = await aSpace(server, id);
  expect(await rowsTouched(space.id)).toBe(1);
});

it('a statement that was planned while its table was small reads a large table by the index', async () => {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('create temporary table growing (id int primary key)');
    await client.query('insert into growing select generate_series(1, 3)');
    await client.query('analyze growing');
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query('prepare by_id(int) as select from growing where id = $1');
    await client.query('execute by_id(1)');
    await client.query('insert into growing select generate_series(4, 10000)');
    const { rows } = await client.query('explain execute by_id(1)');
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('growing_pkey');
    expect(plan).not.toContain('Seq Scan');
  } finally {
    client.release(true);
  }
});
