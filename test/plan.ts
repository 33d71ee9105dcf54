import { textOf, type Fragment } from '../src/db/sql.ts';
import type { Harness } from './harness.ts';

/** A step of a plan, as it was carried out. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes of the plan of a statement, as carried out. Small tables are read whole unless that is forbidden. */
export async function planOf(server: Harness, statement: Fragment): Promise<PlanNode[]> {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query(`explain (analyze, format json) ${textOf(statement)}`, [...statement.values]);
    const nodes: PlanNode[] = [];
    const walk = (node: PlanNode) => {
      nodes.push(node);
      node.Plans?.forEach(walk);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    return nodes;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Rows that a node looked at. */
export const touchedBy = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
