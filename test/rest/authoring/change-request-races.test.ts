import { beforeAll, describe, expect, it } from 'vitest';
import { updateContent } from '../../../src/domain/authoring/content/edits/update-content.ts';
import { mergeChangeRequest } from '../../../src/domain/authoring/merging/merge.ts';
import { updateFromMain } from '../../../src/domain/authoring/merging/update-from-main.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { allOr } from '../../setup/size.ts';
import { aMergingWorld, changed, edit } from './merging-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const aWorld = () => aMergingWorld(server, organizationId, owner);

describe('concurrent merges', () => {
  const line = async (spaceId: string) => {
    const revisions = await server.platform.db.prisma.revision.findMany({
      where: { line: spaceId },
      orderBy: { seq: 'asc' },
    });
    revisions.slice(1).forEach(({ parents, seq }, index) => {
      expect(seq).toBe(index + 2);
      expect(parents[0]).toBe(revisions[index]?.id);
    });
    return revisions;
  };
  // The embedded database runs one transaction at a time.
  const many = (count: number) => (server.platform.db.dump ? 5 : count);

  it('of many change requests become one line of history without losing a change', async () => {
    const { spaceId } = await aWorld();
    const requests: string[] = [];
    for (let n = 0; n < many(allOr(200, 20)); n += 1) {
      const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
      const operation = { operation: 'insert_page', title: `n${n}`, slug: `n${n}` } as const;
      await updateContent(owner.context(), {
        spaceId,
        changeRequestId: body.id,
        operations: [{ input: operation, path: 'changes.0' }],
      });
      requests.push(body.id);
    }
    const start = performance.now();
    const replies = await Promise.all(
      requests.map((id) => owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${id}/merge`)),
    );
    console.log(`${requests.length} merges at once: ${Math.round(performance.now() - start)} ms`);
    expect(replies.map(({ status, body }) => [status, body.result])).toEqual(replies.map(() => [200, 'merge']));
    expect(new Set(replies.map(({ body }) => body.revision)).size).toBe(requests.length);
    expect(await line(spaceId)).toHaveLength(requests.length + 2);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`);
    expect(body.pages.map(({ title }: any) => title).toSorted()).toEqual(
      ['a', 'b', 'c', ...requests.map((_, n) => `n${n}`)].toSorted(),
    );
  });

  it('of one change request succeed once', async () => {
    const { merge, spaceId, inRequest, pages } = await aWorld();
    await inRequest(edit(pages.a, 'Changed'));
    const replies = await Promise.all(Array.from({ length: many(allOr(50, 12)) }, () => merge()));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...replies.slice(1).map(() => 409)]);
    expect(await line(spaceId)).toHaveLength(3);
  });

  it('and live edits lose no change', async () => {
    const { spaceId, onMain } = await aWorld();
    const count = many(20);
    const requests = await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
        const input = { operation: 'insert_page', title: `r${n}`, slug: `r${n}` } as const;
        await updateContent(owner.context(), {
          spaceId,
          changeRequestId: body.id,
          operations: [{ input, path: 'changes.0' }],
        });
        return body.id as string;
      }),
    );
    await Promise.all([
      ...requests.map((id) => owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${id}/merge`)),
      ...requests.map((_, n) => onMain({ operation: 'insert_page', title: `m${n}`, slug: `m${n}` })),
    ]);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}/content/pages`);
    expect(body.pages.map(({ title }: any) => title).toSorted()).toEqual(
      ['a', 'b', 'c', ...requests.flatMap((_, n) => [`m${n}`, `r${n}`])].toSorted(),
    );
    await line(spaceId);
  });

  it('of changes to one text lose no line', async () => {
    const { spaceId, onMain, pages, textOf } = await aWorld();
    const lines = Array.from({ length: many(20) }, (_, n) => `line ${n}`);
    const written = (changed: number | null) =>
      lines.map((line, n) => (n === changed ? `${line} changed` : line)).join('\n\n');
    await onMain(edit(pages.a, written(null)));
    const requests = await Promise.all(
      lines.map(async (_, n) => {
        const { body } = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, {});
        const operations = [{ input: edit(pages.a, written(n)), path: 'changes.0' }];
        await updateContent(owner.context(), { spaceId, changeRequestId: body.id, operations });
        return body.id as string;
      }),
    );
    const replies = await Promise.all(
      requests.map((id) => owner.rest(`POST /v1/spaces/${spaceId}/change-requests/${id}/merge`)),
    );
    expect(replies.map(({ status, body }) => [status, body.result])).toEqual(replies.map(() => [200, 'merge']));
    expect(await textOf(pages.a)).toBe(lines.map((line) => `${line} changed`).join('\n\n'));
  });
});

describe('an edit of main content between the plan of a merge and its lock', () => {
  /** A context whose next transaction starts after `meanwhile`. */
  const contextAfter = (meanwhile: () => Promise<unknown>): Context => {
    const ctx = owner.context();
    let isFirst = true;
    return {
      ...ctx,
      runTransaction: async (run, limits) => {
        if (isFirst) {
          isFirst = false;
          await meanwhile();
        }
        return ctx.runTransaction(run, limits);
      },
    };
  };
  const merges = {
    merge: mergeChangeRequest,
    update: updateFromMain,
  };

  it.each(['merge', 'update'] as const)('is part of the %s', async (name) => {
    const { id, spaceId, at, onMain, inRequest, pages, textOf } = await aWorld();
    await inRequest(edit(pages.a, changed('one', 'ONE')));
    await onMain(edit(pages.a, changed('three', 'THREE')));
    const both = changed('three', 'THREE').replace('five', 'FIVE');
    const ctx = contextAfter(() => onMain(edit(pages.a, both)));
    expect((await merges[name](ctx, { id, spaceId })).result).toBe(name);
    expect(await textOf(pages.a, name === 'merge' ? undefined : at)).toBe(both.replace('one', 'ONE'));
  });

  it.each(['merge', 'update'] as const)('that conflicts is a conflict of the %s', async (name) => {
    const { id, spaceId, onMain, inRequest, pages, conflicts } = await aWorld();
    await inRequest(edit(pages.a, changed('one', 'ONE')));
    const ctx = contextAfter(() => onMain(edit(pages.a, changed('one', 'Main'))));
    expect((await merges[name](ctx, { id, spaceId })).result).toBe('conflicts');
    expect(await conflicts()).toHaveLength(1);
  });
});
