import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextOf } from '../app/context.ts';
import type { Platform } from '../app/platform.ts';
import { sql } from '../db/sql.ts';
import { asOperator } from '../domain/acting.ts';
import { loadDemo, type DemoDocuments } from '../domain/demo/demo.ts';
import type { ArchiveEntry } from '../domain/imports/zip.ts';
import type { Beginning } from '../domain/installation/first-start.ts';
import { failure } from '../lib/errors.ts';
import { withSession } from './session.ts';

/** Loads the demo into the configured database. */
export const demo = (): Promise<void> => withSession(({ platform }) => addDemoOrganization(platform, null));

/** Loads the demo in the name of the user of the first start; says so when it is there already. */
export async function addDemoOrganization({ db, services }: Platform, beginning: Beginning | null): Promise<void> {
  const userId = beginning?.userId ?? (await firstUser(db));
  const ctx = contextOf(services, db, asOperator(userId), 'demo');
  const made = await loadDemo(ctx, await documents(), (step) => console.log(`Demo: ${step}`));
  console.log(made ? `Demo: organization ${made.organizationId}` : 'Demo: it is there already');
}

async function firstUser({ sql: reader }: Platform['db']): Promise<string> {
  const row = await reader.first<{ id: string }>(
    sql`select id from users where "isInstanceAdmin" order by "createdAt", id limit 1`,
  );
  if (row === null) throw failure('invalid_state', 'There is no user yet: start the service once');
  return row.id;
}

/** The documents of this very project; `docs` lies beside `src` and beside `dist`. */
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
