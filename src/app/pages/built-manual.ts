import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { compileManual, type Manual } from '../../domain/operations/manual/manual.ts';
import { programFile } from '../../lib/program-files.ts';
import type { ArchiveEntry } from '../../text/imports/unpack/zip.ts';
import { manualSource } from './manual-source.ts';

/** The manual as the build compiled it, with the digest of its sources. */
interface BuiltManual {
  readonly digest: string;
  readonly manual: Manual;
}

const built = programFile('bundles/manual.json');

/**
 * Compiles the manual for `readBuiltManual`, as JSON. That takes seconds of processor time, so the build does it.
 *
 * @public
 */
export async function buildManual(): Promise<string> {
  const source = await manualSource();
  return JSON.stringify({ digest: digestOf(source), manual: await compileManual(source) });
}

/** Returns the manual that was built from sources with this digest; null when there is none. */
export function readBuiltManual(digest: string, file = built): Manual | null {
  if (!existsSync(file)) return null;
  const known = JSON.parse(readFileSync(file, 'utf8')) as BuiltManual;
  return known.digest === digest ? known.manual : null;
}

/** What changes with the documents. */
export function digestOf(source: readonly ArchiveEntry[]): string {
  const hash = createHash('sha256');
  for (const { path, body } of source) hash.update(`${path}\0${body.length}\0`).update(body);
  return hash.digest('hex');
}
