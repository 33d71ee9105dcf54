import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextOf } from '../app/process/context.ts';
import type { Platform } from '../app/process/platform.ts';
import { asOperator } from '../domain/acting.ts';
import { loadDemo, type DemoDocuments } from '../domain/demo/demo.ts';
import type { ArchiveEntry } from '../domain/imports/zip.ts';
import type { FirstStart } from '../domain/installation/first-start.ts';
import { firstAdministrator } from './find-user.ts';
import { withSession } from './session.ts';

/** Loads the demo into the configured database. */
export const demo = (): Promise<void> => withSession(({ platform }) => addDemoOrganization(platform, null));

/** Loads the demo as the user of the first start, unless it exists already. */
export async function addDemoOrganization({ db, services }: Platform, beginning: FirstStart | null): Promise<void> {
  const userId = beginning?.userId ?? (await firstAdministrator(db)).id;
  const ctx = contextOf(services, db, asOperator(userId), 'demo');
  const made = await loadDemo(ctx, await documents(), (step) => console.log(`Demo: ${step}`));
  console.log(made ? `Demo: organization ${made.organizationId}` : 'Demo: the organization exists already');
}

/** The documents of this project. `docs` is beside `src` and beside `dist`. */
async function documents(): Promise<DemoDocuments> {
  const docs = fileURLToPath(new URL('../../docs', import.meta.url));
  return { manual: await filesUnder(join(docs, 'manual')), decisions: await filesUnder(join(docs, 'adr')) };
}

async function filesUnder(directory: string): Promise<ArchiveEntry[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.toSorted().map(async (file) => ({
      path: relative(directory, file).split(sep).join('/'),
      body: await readFile(file),
    })),
  );
}
