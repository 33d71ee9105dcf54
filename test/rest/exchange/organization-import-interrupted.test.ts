import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { importArchiveOfOrganization } from '../../../src/domain/exchange/imports/import-organization.ts';
import type { Context } from '../../../src/domain/core/context.ts';
import { exported } from '../../exports.ts';
import { aCollection, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { toTree } from '../../organization-archives.ts';
import { onePixel } from '../../source-server.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

class Interrupted extends Error {}

/**
 * Returns the context of an attempt that is interrupted at its n-th step: a new id, a read of the clock, or stored
 * bytes.
 */
function interruptedAt(caller: Caller, last: number): { ctx: Context; step: () => void } {
  let steps = 0;
  const step = () => {
    if ((steps += 1) >= last) throw new Interrupted(`at step ${last}`);
  };
  const ctx = caller.context();
  const { storage, newId, now } = ctx;
  return {
    step,
    ctx: {
      ...ctx,
      newId: (prefix) => (step(), newId(prefix)),
      now: () => (step(), now()),
      storage: { ...storage, put: async (...args: Parameters<typeof storage.put>) => (step(), storage.put(...args)) },
    },
  };
}

/** An organization with two collections and three spaces, one of them empty, and its archive on the disk. */
async function anArchive(folder: string) {
  const { owner, id } = await anOrganization(server);
  const outer = await aCollection(server, id, { title: 'Outer', position: 'a1' });
  const inner = await aCollection(server, id, { title: 'Inner', parentId: outer.id, defaultLevel: 'read' });
  const spaces = [
    await aSpace(server, id, { title: 'First', position: 'a2', emoji: '🚀' }),
    await aSpace(server, id, { title: 'Inside', parentId: inner.id, position: 'a1', defaultLevel: 'comment' }),
    await aSpace(server, id, { title: 'Empty', position: 'a3', language: 'de' }),
  ];
  for (const [index, space] of spaces.slice(0, 2).entries()) {
    const { status } = await owner.rest(`POST /v1/spaces/${space.id}/content`, {
      changes: [
        {
          operation: 'insert_files',
          files: [
            { name: 'a.png', ref: 'a', base64: Buffer.concat([onePixel, Buffer.from([index])]).toString('base64') },
          ],
        },
        { operation: 'insert_page', title: 'One', ref: 'one', document: { markdown: 'Words ![a](./a)' } },
        { operation: 'insert_page', title: 'Two', into: 'one', document: { markdown: '[One](/one)' } },
      ],
    });
    expect(status).toBe(200);
  }
  const bytes = await exported(server, owner, `POST /v1/orgs/${id}/export`);
  const path = join(folder, 'archive');
  await writeFile(path, bytes);
  return { id, archive: { path, length: bytes.length } };
}

it('an import of an organization that is interrupted again and again never leaves a part of a space, and ends with everything once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  try {
    const { id, archive } = await anArchive(folder);
    const wanted = await toTree(server, id);
    const { owner, id: copyId } = await anOrganization(server);
    const before: string[] = [];
    for (let last = 1; ; last += 1) {
      const { ctx, step } = interruptedAt(owner, last);
      const outcome = await importArchiveOfOrganization(ctx, {
        organizationId: copyId,
        archive,
        folder,
        jobId: 'job_interrupted',
        signal: new AbortController().signal,
        progress: step,
      }).catch((error: unknown) => error);
      const copy = await toTree(server, copyId);
      expect(wanted.spaces).toEqual(expect.arrayContaining(copy.spaces));
      expect(copy.spaces.length).toBe(new Set(copy.spaces.map(({ title }) => title)).size);
      expect(copy.collections.length).toBe(new Set(copy.collections.map(({ title }) => title)).size);
      if (!(outcome instanceof Interrupted)) {
        expect(outcome).toMatchObject({ collections: 2, skipped: [], spaces: [{}, {}, {}] });
        expect(copy).toEqual(wanted);
        break;
      }
      before.push(outcome.message);
    }
    // Checks that the steps are counted: the import creates ids, stores bytes and reports each space.
    expect(before.length).toBeGreaterThan(10);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
