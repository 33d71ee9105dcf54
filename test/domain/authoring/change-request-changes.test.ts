import { beforeAll, expect, test } from 'vitest';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aMergingWorld, edit } from '../../rest/authoring/merging-world.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server));
});

const pages = ['a', 'b', 'c'] as const;
const page = fc.constantFrom(...pages);
const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), page, text: fc.constantFrom('One', 'Two', 'Three') }),
  fc.record({ kind: fc.constant('title' as const), page, title: fc.constantFrom('x', 'y', ...pages) }),
  fc.record({ kind: fc.constant('move' as const), page, at: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('insert' as const), title: fc.constantFrom('n', 'm') }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function operationOf(one: Step, ids: Readonly<Record<string, string>>): ContentOperation {
  if (one.kind === 'insert') return { operation: 'insert_page', title: one.title };
  const id = ids[one.page] ?? '';
  if (one.kind === 'text') return edit(id, one.text);
  return one.kind === 'title'
    ? { operation: 'update_page', page: id, title: one.title }
    : { operation: 'move_page', page: id, at: one.at };
}

const query = `query ($id: ID!) { node(id: $id) { ... on ChangeRequest {
  changes(limit: 100) { more items { ...Shown } } mergePreview { changes { ...Shown } } } } }
  fragment Shown on ContentChange { type subjectId title titleBefore: previousTitle fields hunks { oldStart newStart lines } }`;

const sorted = (changes: unknown[]) => changes.map((change) => JSON.stringify(change)).toSorted();

test('the changes of a change request equal the preview and the result of its merge while the main content stays unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const world = await aMergingWorld(server, organizationId, owner);
      for (const one of steps) await world.inRequest(operationOf(one, world.pages));
      const { changes, mergePreview } = (await owner.graphql(query, { id: world.id })).body.data.node;
      expect(changes.more).toBe(0);
      expect(sorted(changes.items)).toEqual(sorted(mergePreview.changes));
      const { revision } = (await world.merge()).body;
      const merged = (await owner.rest(`GET /v1/spaces/${world.spaceId}/revisions/${revision}/changes?limit=100`)).body;
      const own = (await owner.rest(`GET ${world.at}/changes?limit=100`)).body;
      expect(sorted(merged.changes)).toEqual(sorted(own.changes));
      expect(own.changes).toHaveLength(changes.items.length);
    }),
    { numRuns: allOrTenth(12) },
  );
});
