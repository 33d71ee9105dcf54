import { escapeLiteral } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { Position } from '../../../src/db/keyset.ts';
import { sql, readStatement, type Fragment } from '../../../src/db/sql.ts';
import { commentPageLoader, type CommentFilter } from '../../../src/loaders/comments.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The number of rows that a plan read from a table, including those it filtered out. */
function rowsRead(node: PlanNode, table: string): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), 0);
  return (node['Relation Name'] === table ? own * node['Actual Loops'] : 0) + below;
}

const filter: CommentFilter = { order: 'desc', status: null, targetPage: null, authors: null };

// ANALYZE samples at random, also rows of other test files, so that the planner may judge one sample wrongly.
it(
  'a page 90 % deep in a list of comments reads no more rows than the first page, and none that it does not return',
  { retry: 2 },
  async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    const author = await aMember(server, organizationId, 'comment');
    const space = await aSpace(server, organizationId);
    const total = 5_000;
    const { sql: reader } = server.platform.db;
    await reader.rows(sql`insert into comments (id, "spaceId", "authorId", markdown, "revisionId", "postedAt")
    select ${space.id} || '_' || n, ${space.id}, ${author.userId}, 'a', ${space.revisionId},
      timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, ${total}::int) n`);
    // Many spaces with few comments each, so that by the average a full sort of a space looks cheap to the planner.
    await reader.rows(sql`insert into spaces (id, "organizationId", title, position, "revisionId")
    select ${space.id} || '_' || n, ${organizationId}, 'Small', 'small' || n, 'rev_none' from generate_series(1, 500) n`);
    await reader.rows(sql`insert into comments (id, "spaceId", "authorId", markdown, "revisionId")
    select ${space.id} || '_' || n || '_' || m, ${space.id} || '_' || n, ${author.userId}, 'a', 'rev_none'
    from generate_series(1, 500) n, generate_series(1, 3) m`);
    await reader.rows(sql`insert into reactions ("commentId", emoji, "userId")
    select id, '1f389', "authorId" from comments where "spaceId" = ${space.id}`);
    await reader.rows(sql`analyze comments, reactions`);

    const planOf = async (after: Position | null) => {
      const sent: Fragment[] = [];
      const capture = {
        rows: (fragment: Fragment) => (sent.push(fragment), Promise.resolve([])),
        first: () => Promise.resolve(null),
      };
      const loader = commentPageLoader(capture, owner.context().actor, 'threads');
      await loader.load({ parentId: space.id, filter, after, first: 50 });
      const [fragment] = sent;
      if (!fragment) throw new Error('nothing was sent');
      return genericPlan(fragment);
    };

    /** Plans a statement as the server does: generically, without looking at the values. */
    const genericPlan = async (fragment: Fragment) => {
      const client = await server.platform.db.pool.connect();
      try {
        await client.query(`prepare explained as ${readStatement(fragment)}`);
        const values = fragment.values.map((value) =>
          value === null
            ? 'null'
            : escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : `${value as string | number}`),
        );
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (analyze, format json) execute explained (${values.join()})`,
        );
        await client.query('deallocate explained');
        if (!rows[0]) throw new Error('no plan');
        return rows[0]['QUERY PLAN'][0].Plan;
      } finally {
        client.release();
      }
    };

    const deep = new Date(Date.UTC(2026, 0, 1) + total * 100).toISOString();
    for (const after of [null, [deep, space.id]] as const) {
      const plan = await planOf(after);
      expect(rowsRead(plan, 'comments')).toBe(51);
      expect(rowsRead(plan, 'reactions')).toBe(51);
    }
  },
);
