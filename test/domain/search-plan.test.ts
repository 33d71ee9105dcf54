import { beforeAll, expect, test } from 'vitest';
import { pageSearch, readQuery, sectionQueries } from '../../src/domain/search/query.ts';
import { foundInOrganization, foundInSpace } from '../../src/loaders/search.ts';
import { writePages } from '../content-pages.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { genericPlanOf, planOf, touchedBy } from '../plan.ts';

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
  await server.platform.db.pool.query('analyze');
});

const textsOf = (text: string) => {
  const query = readQuery(text);
  return { ...pageSearch(query), sections: sectionQueries(query) };
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
      const all = await planOf(server, statement);
      const nodes = all.filter((node) => node['Relation Name'] === 'search_pages');
      expect(nodes.length).toBeGreaterThan(3);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      // One look into the index of words for each place that words can stand in.
      expect(all.filter((node) => node['Index Name'] === 'search_pages_words_idx')).toHaveLength(4);
      for (const node of nodes) {
        expect(touchedBy(node)).toBeLessThanOrEqual(pages);
      }
    }
  },
);

test('makes what it shows of each page once, also by the plan for any query', async () => {
  const { actor } = owner.context();
  const all = { after: null, first: pages };
  const statements = [
    foundInSpace(spaceId, textsOf('walrus'), all),
    foundInOrganization({ organizationId, actor }, textsOf('walrus'), all),
  ];
  for (const statement of statements)
    for (const node of await genericPlanOf(server, statement)) expect(touchedBy(node)).toBeLessThanOrEqual(4 * pages);
});
