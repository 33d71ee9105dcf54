import { beforeAll, describe, expect, it } from 'vitest';
import { pageIdByPath } from '../../../src/db/content/pages.ts';
import { entriesAt, isPage } from '../../../src/db/content/states.ts';
import { sql, readStatement, type Fragment } from '../../../src/db/sql.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { executed, insertPages, listNodes, touchedBy, type PlanNode } from '../../plan.ts';

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
    await insertPages(client, [spaceId], 300);
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

describe.each([0, 3])('a statement that was planned while the table had %i entries', (entriesBefore) => {
  /**
   * Returns the number of rows that each step of a statement reads in a table of 4,000 pages: 1,000 spaces of three pages
   * and one of 1,000. The table is a copy for this session.
   */
  async function rowsRead(statement: Fragment): Promise<number[]> {
    const client = await server.platform.db.pool.connect();
    try {
      await client.query('create temporary table content_entries (like public.content_entries including all)');
      await client.query('set plan_cache_mode = force_generic_plan');
      if (entriesBefore > 0) {
        await insertPages(client, ['spc_first'], entriesBefore);
        await client.query('analyze content_entries');
      }
      await client.query(`prepare asked as ${readStatement(statement)}`);
      await client.query(executed(statement));
      const small = Array.from({ length: 1_000 }, (_none, space) => `spc_${space}`);
      await insertPages(client, small, 3);
      await insertPages(client, ['spc_large'], 1_000);
      return listNodes(await client.query(`explain (analyze, format json) ${executed(statement)}`)).map(touchedBy);
    } finally {
      client.release(true);
    }
  }

  const stateOf = (spaceId: string) => ({ id: `${spaceId} 1`, spaceId, line: spaceId, seq: 1, baseSeq: null });

  it(`a page is found by its path without reading other pages (planned with ${entriesBefore})`, async () => {
    const slugs = sql`${['page-1', 'page-2', 'page-3']}::text[]`;
    const read = await rowsRead(pageIdByPath(stateOf('spc_large'), slugs));
    expect(Math.max(...read)).toBeLessThan(10);
  });

  it(`the pages of a space are listed without reading other spaces (planned with ${entriesBefore})`, async () => {
    const read = await rowsRead(sql`select e."entryId" from ${entriesAt(stateOf('spc_7'), { where: isPage })}`);
    expect(Math.max(...read)).toBeLessThan(10);
  });
});
