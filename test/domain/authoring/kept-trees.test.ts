import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/sql.ts';
import type { RevisionRow } from '../../../src/db/content/states.ts';
import { advancedTree, readTree } from '../../../src/loaders/kept-trees.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { buildLevel, flatten, treePageOf, treeTop, type TreePage } from '../../../src/domain/authoring/content/page.ts';
import { getRevision } from '../../../src/domain/authoring/content/revisions.ts';
import { loadSharedTree } from '../../../src/domain/authoring/content/shared-tree.ts';
import { outlineOf } from '../../../src/domain/authoring/content/outline.ts';
import { transact } from '../../../src/domain/core/transact.ts';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { fc } from '../../setup/properties.ts';
import { allOrTenth } from '../../setup/size.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const newestRevision = async (spaceId: string): Promise<RevisionRow> => {
  const found = sql`select r.* from spaces s join revisions r on r.id = s."revisionId" where s.id = ${spaceId}`;
  const [revision] = await server.platform.db.sql.rows<RevisionRow>(found);
  if (revision === undefined) throw new Error('There is no revision');
  return revision;
};

/** The tree of a revision as the reader has it, which is made of the tree before. */
async function sharedTree(revision: RevisionRow) {
  const contentTree = { load: (state: RevisionRow) => advancedTree(server.platform.db.sql, state) };
  const ctx = owner.context();
  const loaders: Context['loaders'] = Object.create(ctx.loaders, { contentTree: { value: contentTree } });
  const { tree, pages, documents, linked } = await loadSharedTree(
    { ...ctx, loaders },
    await getRevision(ctx, revision.id),
  );
  const all = [...pages.values()];
  expect([...pages.keys()].map((id) => pages.get(id))).toEqual(all);
  return { tree, all, documents, linked };
}

async function wholeTree(revision: RevisionRow) {
  const rows = await readTree(server.platform.db.sql, revision);
  const tree = buildLevel<TreePage>(rows, treeTop, treePageOf);
  const all = flatten(tree);
  const linked = all.filter(({ target }) => target !== null);
  return { tree, all, documents: all.filter(({ type }) => type === 'document'), linked };
}

const idArbitrary = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const pageArbitrary = fc.record({
  id: idArbitrary,
  parentId: fc.constantFrom(undefined, 'a', 'b'),
  title: fc.constantFrom('One', 'Two'),
  markdown: fc.constantFrom('Text.', 'For {% if visitor.claims.beta %}some{% endif %}.'),
  attributes: fc.constantFrom(
    {},
    {},
    { condition: ' ' },
    { condition: 'visitor.claims.beta' },
    { target: { kind: 'url', url: 'https://example.org' } as const },
  ),
});
/** The pages that may be above others are above all. */
const withoutLoop = <Page extends { id: string; parentId: string | undefined }>({ parentId, ...page }: Page) =>
  parentId === undefined || page.id === 'a' || page.id === 'b' ? page : { ...page, parentId };

/** A revision, and whether its tree is asked for before the next. */
const revisionArbitrary = fc.record({
  put: fc.uniqueArray(pageArbitrary, { maxLength: 3, selector: ({ id }) => id }),
  remove: fc.uniqueArray(idArbitrary, { maxLength: 2 }),
  isAsked: fc.boolean(),
});

describe('The tree of a revision that is made of an earlier one', () => {
  it('is that which is read whole, and so are its conditions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(revisionArbitrary, { minLength: 1, maxLength: 6 }),
        idArbitrary,
        async (all, hiddenId) => {
          const reader = server.platform.db.sql;
          const { id: spaceId } = await aSpace(server, organizationId);
          const pages = new Map<string, boolean>();
          const asked: RevisionRow[] = [];
          for (const { put, remove, isAsked } of all) {
            const removed = remove.filter((id) => pages.has(id) && !put.some((page) => page.id === id));
            await writePages(owner, spaceId, put.map(withoutLoop), removed);
            for (const id of removed) pages.delete(id);
            for (const { id, markdown, attributes } of put)
              pages.set(id, markdown.includes('if') || (attributes.condition ?? '').trim() !== '');
            if (!isAsked) continue;
            const revision = await newestRevision(spaceId);
            asked.push(revision);
            expect(await advancedTree(reader, revision)).toEqual(await readTree(reader, revision));
            expect(await sharedTree(revision)).toEqual(await wholeTree(revision));
            expect((await outlineOf(owner.context(), revision)) !== null).toBe([...pages.values()].includes(true));
          }
          for (const revision of asked) {
            const seen = { ...revision, hidden: { entryIds: [hiddenId], links: [] } };
            expect(await advancedTree(reader, seen)).toEqual(await readTree(reader, seen));
          }
        },
      ),
      { numRuns: allOrTenth(100) },
    );
  });

  it('is not made of a revision that was rolled back', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    await writePages(owner, spaceId, [{ id: 'a' }]);
    const rolledBack = transact(owner.context(), async (ctx) => {
      await writePages({ ...owner, context: () => ctx }, spaceId, [{ id: 'gone' }]);
      const [revision] = await ctx.sql.rows<RevisionRow>(
        sql`select r.* from spaces s join revisions r on r.id = s."revisionId" where s.id = ${spaceId}`,
      );
      expect(revision && (await advancedTree(ctx.sql, revision)).map(({ id }) => id)).toEqual(['a', 'gone']);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    for (const id of ['b', 'c']) {
      await writePages(owner, spaceId, [{ id }]);
      const revision = await newestRevision(spaceId);
      const reader = server.platform.db.sql;
      expect(await advancedTree(reader, revision)).toEqual(await readTree(reader, revision));
    }
  });
});
