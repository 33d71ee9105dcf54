import { beforeAll, expect, test } from 'vitest';
import { parseQuery } from '../../../src/text/search/parse-query.ts';
import { pagesInScope } from '../../../src/domain/authoring/search/queries/organization.ts';
import { pagesInSpace } from '../../../src/domain/authoring/search/queries/space.ts';
import { tsQueriesOf } from '../../../src/domain/authoring/search/ts-queries.ts';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { genericPlanOf, planOf, touchedBy } from '../../plan.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

const pages = 40;

beforeAll(async () => {
  server = await startServer();
  // Other organizations contain the same words.
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

const queriesOf = (text: string) => tsQueriesOf(parseQuery(text));

test.each(['walrus', 'walrus tusk', 'wal', '"walrus tusk" -seal'])(
  'a search for %j uses the index on words and reads only rows of the organization',
  async (text) => {
    const { actor } = owner.context();
    const first = { after: null, first: 10, backward: false };
    const statements = [
      pagesInSpace(spaceId, queriesOf(text), first),
      pagesInScope({ organizationId, actor }, queriesOf(text), first),
    ];
    for (const statement of statements) {
      const all = await planOf(server, statement);
      const nodes = all.filter((node) => node['Relation Name'] === 'search_pages');
      expect(nodes.length).toBeGreaterThan(3);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      // One index scan for each field. Those that choose among many spaces are not run for one.
      const scans = all.filter((node) => node['Index Name'] === 'search_pages_words_idx' && node['Actual Loops'] > 0);
      expect(scans).toHaveLength(4);
      for (const node of nodes) {
        expect(touchedBy(node)).toBeLessThanOrEqual(pages);
      }
    }
  },
);

test('the details of each result are computed once, also with the generic plan', async () => {
  const { actor } = owner.context();
  const all = { after: null, first: pages, backward: false };
  const statements = [
    pagesInSpace(spaceId, queriesOf('walrus'), all),
    pagesInScope({ organizationId, actor }, queriesOf('walrus'), all),
  ];
  for (const statement of statements) {
    // A step that runs once may read a whole table, which is cheap while the other files of this database have written little.
    const repeated = (await genericPlanOf(server, statement)).filter((node) => node['Actual Loops'] > 1);
    expect(repeated.length).toBeGreaterThan(0);
    for (const node of repeated) expect(touchedBy(node)).toBeLessThanOrEqual(4 * pages);
  }
});
