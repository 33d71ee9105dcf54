import { beforeAll, describe, expect, test } from 'vitest';
import { updateContent } from '../../../src/domain/authoring/content/edits/update-content.ts';
import type { ContentOperation } from '../../../src/domain/authoring/content/edits/operation.ts';
import { flatten } from '../../../src/domain/authoring/content/page.ts';
import { loadTree } from '../../../src/domain/authoring/content/pages.ts';
import { getContent } from '../../../src/domain/authoring/content/revisions.ts';
import { DomainError } from '../../../src/lib/errors.ts';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOrTenth } from '../../setup/size.ts';
import { fc } from '../../setup/properties.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

/** A step of a batch. Pages are chosen by number, because they are known only when the batch is created. */
type Step =
  | { readonly kind: 'insert'; readonly into: number | null; readonly at: number | null; readonly title: string }
  | { readonly kind: 'move'; readonly page: number; readonly into: number | null; readonly at: number | null }
  | { readonly kind: 'rename'; readonly page: number; readonly slug: string }
  | { readonly kind: 'delete'; readonly page: number };

const index = fc.nat({ max: 30 });
const maybe = fc.option(index, { nil: null });
const words = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), into: maybe, at: maybe, title: words }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), page: index, into: maybe, at: maybe }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), page: index, slug: words }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), page: index }) },
);

interface Node {
  readonly ref: string;
  slug: string;
  children: Node[];
}

/** The tree as plain lists, with the same rules in their simplest form. */
class Model {
  readonly root: Node = { ref: '', slug: '', children: [] };

  all(from: Node = this.root): Node[] {
    return from.children.flatMap((child) => [child, ...this.all(child)]);
  }

  parentOf(node: Node): Node {
    return [this.root, ...this.all()].find(({ children }) => children.includes(node)) ?? this.root;
  }

  take(node: Node): void {
    const { children } = this.parentOf(node);
    children.splice(children.indexOf(node), 1);
  }

  put(node: Node, parent: Node, at: number | null): void {
    const taken = parent.children.map(({ slug }) => slug);
    const { slug } = node;
    for (let count = 1; taken.includes(node.slug); count += 1) node.slug = `${slug}-${count}`;
    parent.children.splice(at ?? parent.children.length, 0, node);
  }

  paths(from: Node = this.root, above = ''): string[] {
    return from.children.flatMap((node) => [
      `${above}${node.slug} ${node.ref}`,
      ...this.paths(node, `${above}${node.slug}/`),
    ]);
  }
}

/** Applies a step to the model. Returns the operation, and whether it must be refused. */
function apply(model: Model, step: Step, ref: string): { operation: ContentOperation; refused: boolean } | null {
  const pages = model.all();
  const pick = (number: number | null) =>
    number === null ? null : (pages[number % Math.max(1, pages.length)] ?? null);
  if (step.kind === 'insert') {
    const into = pick(step.into);
    const node: Node = { ref, slug: step.title, children: [] };
    model.put(node, into ?? model.root, step.at);
    const operation = { operation: 'insert_page', title: step.title, ref, into: into?.ref ?? null } as const;
    return { operation: step.at === null ? operation : { ...operation, at: step.at }, refused: false };
  }
  const page = pick(step.page);
  if (!page) return null;
  switch (step.kind) {
    case 'delete':
      model.take(page);
      return { operation: { operation: 'delete_page', page: page.ref }, refused: false };
    case 'rename': {
      const clash = model.parentOf(page).children.some((other) => other !== page && other.slug === step.slug);
      if (!clash) page.slug = step.slug;
      return { operation: { operation: 'update_page', page: page.ref, slug: step.slug }, refused: clash };
    }
    case 'move': {
      const into = pick(step.into);
      const operation = { operation: 'move_page', page: page.ref, into: into?.ref ?? null } as const;
      const moved = step.at === null ? operation : { ...operation, at: step.at };
      if (into && (into === page || model.all(page).includes(into))) return { operation: moved, refused: true };
      model.take(page);
      model.put(page, into ?? model.root, step.at);
      return { operation: moved, refused: false };
    }
  }
}

describe('random batches of operations', () => {
  test.each(['the space', 'a change request'])('build the tree of a simple model in %s', async (where) => {
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (step) => {
        const { id: spaceId } = await aSpace(server, organizationId);
        const request =
          where === 'the space' ? null : await aChangeRequest(server, spaceId, { createdById: owner.userId });
        const place = { spaceId, changeRequestId: request?.id };
        /** The id of each page by the name it was added under. */
        const ids = new Map<string, string>();
        let head = await getContent(owner.context(), spaceId);
        let model = new Model();
        let count = 0;
        for (const batch of step) {
          const next = structuredClone(model.root);
          const trial = Object.assign(new Model(), { root: next });
          const made = batch.flatMap((one) => apply(trial, one, `r${(count += 1)}`) ?? []);
          const end = made.findIndex(({ refused }) => refused);
          const operations = made.slice(0, end < 0 ? undefined : end + 1).map(({ operation }) => operation);
          if (operations.length === 0) continue;
          const known = operations.map((operation) => ({
            ...operation,
            ...(operation.page && { page: ids.get(operation.page) ?? operation.page }),
            ...(operation.into && { into: ids.get(operation.into) ?? operation.into }),
          }));
          const edit = updateContent(owner.context(), {
            ...place,
            operations: known.map((one, at) => ({ input: one, path: `input.changes.${at}` })),
          });
          if (end >= 0) {
            await expect(edit).rejects.toBeInstanceOf(DomainError);
          } else {
            const { revision, subjects } = await edit;
            head = revision;
            model = trial;
            operations.forEach(({ ref }, at) => ref && ids.set(ref, subjects[at] ?? ''));
          }
          const names = new Map([...ids].map(([ref, id]) => [id, ref]));
          const tree = flatten(await loadTree(owner.context(), head));
          expect(tree.map(({ path, id }) => `${path} ${names.get(id)}`)).toEqual(model.paths());
        }
        const rows = await server.platform.db.prisma.contentEntry.findMany({
          where: { line: head.line, toSeq: null, deleted: false, kind: 'page' },
          select: { entryId: true },
        });
        // No page has a missing parent or occurs twice.
        expect(rows).toHaveLength(model.all().length);
      }),
      { numRuns: allOrTenth(25), endOnFailure: true },
    );
  });
});

test('an operation takes as many statements in a space of a thousand pages as in a space of ten', async () => {
  const counts: Record<string, number[]> = {};
  for (const size of [10, 1_000]) {
    const { id: spaceId } = await aSpace(server, organizationId);
    const run = async (name: string, ...input: readonly ContentOperation[]) => {
      await server.statements.reset();
      const result = await updateContent(owner.context(), {
        spaceId,
        operations: input.map((one, at) => ({ input: one, path: `input.changes.${at}` })),
      });
      (counts[name] ??= []).push(server.statements.texts.length);
      return result;
    };
    let pages: readonly string[] = [];
    for (let made = 0; made < size; made += 50) {
      const few = Array.from({ length: Math.min(50, size) }, (_, at): ContentOperation => ({
        operation: 'insert_page',
        title: `Page ${made + at}`,
        ...(pages[0] ? { into: pages[0] } : {}),
      }));
      const { subjects } = await run('fill', ...few);
      pages = [...pages, ...subjects];
    }
    const [top = '', first = '', second = '', third = ''] = pages;
    await run('insert', { operation: 'insert_page', title: 'New', into: top, at: 3 });
    await run('text', { operation: 'update_page', page: first, document: { markdown: '[x](page-3.md)' } });
    await run('title', { operation: 'update_page', page: first, title: 'Other' });
    await run('move', { operation: 'move_page', page: second, into: first });
    await run('delete', { operation: 'delete_page', page: third });
  }
  delete counts['fill'];
  for (const [name, [small = 0, large = 0]] of Object.entries(counts)) {
    expect([name, large]).toEqual([name, small]);
    expect([name, large <= 32]).toEqual([name, true]);
  }
});
