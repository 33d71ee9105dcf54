import { storageKey } from '../../infra/storage/content-key.ts';
import pMap from 'p-map';
import type { Context } from '../context.ts';
import { deleteMarkedBlobs, deleteUnusedTexts, markUnusedBlobs, sweepSize } from './queries/blobs.ts';

/** Unused bytes and texts are kept for this long: an import that is running may be about to refer to them. */
const graceHours = 24;

const maxSweeps = 10;
const parallelDeletes = 4;

/** A deletion begins at most this long after its mark, so that even one that hangs ends before the mark expires. */
const deletingMs = 30_000;

/**
 * Deletes bytes and texts that nothing refers to, some hundreds of each; returns how many. Bytes are marked, deleted
 * outside of any transaction, and only then their rows. An interrupted sweep is completed by a later one.
 */
export async function sweepContent(services: SweepServices): Promise<{ blobs: number; texts: number }> {
  const swept = { blobs: 0, texts: 0 };
  const before = new Date(services.now().getTime() - graceHours * 3_600_000).toISOString();
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    // oxlint-disable-next-line no-await-in-loop
    const blobs = await sweepBytes(services, before);
    // oxlint-disable-next-line no-await-in-loop
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
