import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { renderManual, type Manual } from '../../domain/operations/manual/manual.ts';
import { programFile } from '../../lib/program-files.ts';
import type { ArchiveEntry } from '../../text/imports/unpack/zip.ts';
import { manualSource } from './manual-source.ts';

/** The manual as the build rendered it, with the digest of its sources. */
interface BuiltManual {
  readonly digest: string;
  readonly manual: Manual;
}

const built = programFile('bundles/manual.json');

/** Stands for the base URL of the manual, which is not known when it is built. It occurs nowhere else. */
const anyBase = '/octavo-manual-base-bf6a1c';

/**
 * Renders the manual for `readBuiltManual`, as JSON. Rendering takes seconds of processor time, so the build does it.
 *
 * @public
 */
export async function buildManual(): Promise<string> {
  const source = await manualSource();
  const { files, ...manual } = await renderManual(source, anyBase);
  const texts = files.map((one) => ({ ...one, body: Buffer.from(one.body).toString('base64') }));
  return JSON.stringify({ digest: digestOf(source), manual: { ...manual, files: texts } });
}

/** Returns the manual that was built from these sources, with its links below `base`; null when there is none. */
export function readBuiltManual(source: readonly ArchiveEntry[], base: string, file = built): Manual | null {
  if (!existsSync(file)) return null;
  // The base is a part of a URL, and nothing in it needs an escape in JSON or HTML.
  const { digest, manual } = JSON.parse(readFileSync(file, 'utf8').replaceAll(anyBase, base)) as BuiltManual;
  if (digest !== digestOf(source)) return null;
  const files = manual.files.map((one) => ({ ...one, body: Buffer.from(String(one.body), 'base64') }));
  return { ...manual, files };
}

function digestOf(source: readonly ArchiveEntry[]): string {
  const hash = createHash('sha256');
  for (const { path, body } of source) hash.update(`${path}\0${body.length}\0`).update(body);
  return hash.digest('hex');
}
