import { writeFile } from 'node:fs/promises';
import type { Context } from '../../src/domain/core/context.ts';

/** Answers every request of an import with the bytes of an archive. */
export const served =
  (body: Buffer): Context['fetch'] =>
  async (asked, { saveTo } = {}) => {
    if (saveTo !== undefined) await writeFile(saveTo, body);
    return { url: asked, status: 200, contentType: 'application/zip', headers: {}, body };
  };
