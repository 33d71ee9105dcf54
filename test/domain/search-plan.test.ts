import { beforeAll, expect, test } from 'vitest';
import { textOf, type Fragment } from '../../src/db/sql.ts';
import { pageQueries, readQuery, sectionQueries } from '../../src/domain/search/query.ts';
import { foundInOrganization, foundInSpace } from '../../src/loaders/search.ts';
import { writePages } from '../content-pages.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const pages = 40;

beforeAll(async () => {
  server = await startServer();
  // Others have the same words.
  for (let tenant = 0; tenant < 3; tenant += 1) {
    ({ id: organizationId, owner } = await anOrganization(server));
    ({ id: spaceId } = await aSpace(server, organizationId));
    const texts = Array.from({ length: pages }, (_, index) => ({
      id: `p${index}`,
      markdown: `# Walrus\n\nTusk ${index}.`,
    }));
    await writePages(owner, spaceId, texts);
  }
  await server.platform.db.pool.query('analyze search_pages');
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The nodes of a plan, as carried out. Small tables are read whole unless that is forbidden. */
async function readsOf(statement: Fragment): Promise<Plan[]> {
  const client = await server.platform.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    const { rows } = await client.query(`explain (analyze, format json) ${textOf(statement)}`, [...statement.values]);
    const nodes: Plan[] = [];
    const walk = (plan: Plan) => {
      nodes.push(plan);
      plan.Plans?.forEach(walk);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    return nodes;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const textsOf = (text: string) => {
  const query = readQuery(text);
  return { ...pageQueries(query), sections: sectionQueries(query) };
};

test.each(['walrus', 'walrus tusk', 'wal', '"walrus tusk" -seal'])(
  'reads of %j what belongs to the caller, by the index',
  async (text) => {
    const { actor } = owner.context();
    const first = { after: null, first: 10 };
    const statements = [
      foundInSpace(spaceId, textsOf(text), first),
      foundInOrganization({ organizationId, actor }, textsOf(text), first),
    ];
    for (const statement of statements) {
      const all = await readsOf(statement);
      const nodes = all.filter((node) => node['Relation Name'] === 'search_pages');
      expect(nodes.length).toBeGreaterThan(3);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      // One look into the index of words for each place that words can stand in.
      expect(all.filter((node) => node['Index Name'] === 'search_pages_words_idx')).toHaveLength(4);
      for (const node of nodes) {
        const touched = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
        expect(touched).toBeLessThanOrEqual(pages);
      }
    }
  },
);
