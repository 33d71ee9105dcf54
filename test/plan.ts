import { escapeLiteral, type ClientBase } from 'pg';
import { readStatement, type Fragment } from '../src/db/sql.ts';
import type { Harness } from './harness.ts';

/** A step of a plan, as it was carried out. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Writes what is there for a plan alone. */
export type Arrange = (client: ClientBase) => Promise<unknown>;

/**
 * Returns the nodes of the plan of a statement, as executed. Sequential scans are disabled, because small tables would
 * be read whole.
 */
export async function planOf(server: Harness, statement: Fragment, arrange?: Arrange): Promise<PlanNode[]> {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('begin');
    await arrange?.(client);
    await client.query('set local enable_seqscan = off');
    return listNodes(
      await client.query(`explain (analyze, format json) ${readStatement(statement)}`, [...statement.values]),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Returns the nodes of the generic plan, which PostgreSQL uses for frequent statements. */
export async function genericPlanOf(server: Harness, statement: Fragment, arrange?: Arrange): Promise<PlanNode[]> {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('begin');
    await arrange?.(client);
    await client.query('set local enable_seqscan = off');
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare asked as ${readStatement(statement)}`);
    return listNodes(await client.query(`explain (analyze, format json) ${executed(statement)}`));
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
    client.release(true);
  }
}

/** SQL that executes a statement that was prepared as `asked`. */
export const executed = ({ values }: Fragment) => `execute asked(${values.map(literal).join(', ')})`;

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`;
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return typeof value === 'string' ? escapeLiteral(value) : JSON.stringify(value);
};

/** Inserts pages into each of these spaces, each page below the one before it. */
export const insertPages = (client: ClientBase, spaceIds: readonly string[], pages: number) =>
  client.query(
    `insert into content_entries (line, "entryId", "fromSeq", "spaceId", kind, "parentId", position, type, title, slug,
       attributes, "createdAt", "updatedAt")
     select space, 'pg_' || n, 1, space, 'page', 'pg_' || nullif(n - 1, 0), 'a' || n, 'document', 'Page', 'page-' || n, '{}',
       now(), now()
     from unnest($1::text[]) space, generate_series(1, $2::int) n`,
    [spaceIds, pages],
  );

export function listNodes({ rows }: { rows: { 'QUERY PLAN': { Plan: PlanNode }[] }[] }): PlanNode[] {
  const nodes: PlanNode[] = [];
  const walk = (node: PlanNode) => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan) walk(plan);
  return nodes;
}

/** Returns the number of rows that a node read. */
export const touchedBy = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops'];
