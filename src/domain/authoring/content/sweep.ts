import { storageKey } from '../../../infra/storage/content-key.ts';
import pMap from 'p-map';
import type { Context } from '../../core/context.ts';
import { deleteMarkedBlobs, deleteUnusedTexts, markUnusedBlobs, sweepSize } from './queries/blobs.ts';

/**
 * Age in hours up to which unreferenced bytes and texts are kept, because a running import may be about to refer to
 * them.
 */
const graceHours = 24;

const maxSweeps = 10;
const parallelDeletes = 4;

/**
 * Maximum time between the mark and the start of a deletion, in milliseconds, so that even a deletion that hangs ends
 * before the mark expires.
 */
const deletingMs = 30_000;

/**
 * Deletes unreferenced bytes and texts, a few hundred of each; returns their numbers. Marks the rows of bytes, deletes
 * the bytes outside of a transaction, and then deletes the rows. A later sweep completes an interrupted one.
 */
export async function sweepContent(services: SweepServices): Promise<{ blobs: number; texts: number }> {
  const swept = { blobs: 0, texts: 0 };
  const before = new Date(services.now().getTime() - graceHours * 3_600_000).toISOString();
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    const blobs = await sweepBytes(services, before);
    const texts = await deleteUnusedTexts(services.sql, before);
    swept.blobs += blobs;
    swept.texts += texts;
    if (Math.max(blobs, texts) < sweepSize) break;
  }
  return swept;
}

type SweepServices = Pick<Context, 'sql' | 'storage' | 'now'>;

async function sweepBytes({ sql, storage }: SweepServices, before: string): Promise<number> {
  const begun = performance.now();
  const marked = await markUnusedBlobs(sql, before);
  const deleted: string[] = [];
  try {
    const forget = async ({ hash }: { readonly hash: string }) => {
      if (performance.now() - begun > deletingMs) return;
      await storage.delete(storageKey(hash));
      deleted.push(hash);
    };
    await pMap(marked, forget, { concurrency: parallelDeletes });
  } finally {
    if (deleted.length > 0) await deleteMarkedBlobs(sql, deleted);
  }
  return deleted.length;
}
