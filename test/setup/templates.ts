import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { openDatabase } from '../../src/app/process/database.ts';
import { readConfig } from '../../src/config.ts';
import { hashOf } from '../../scripts/build.mjs';
import { once } from './once.mjs';
import { adminUrl } from './postgres.ts';
import { postgresTemplateFile, runDirectory } from './run-directory.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Everything that decides what a migrated database contains. */
const sourcesOfDatabase = ['prisma', 'src/db', 'src/infra/queue', 'src/app/process/database.ts', 'package-lock.json'];

const kept = fileURLToPath(new URL('../../node_modules/.cache/octavo/templates', import.meta.url));

/** Returns the path of a dump of a migrated embedded database, which later runs use until the migrations change. */
export const embeddedTemplate = (): Promise<string> =>
  once(join(runDirectory(), 'embedded-template'), async () => {
    const path = join(kept, `${hashOf(sourcesOfDatabase)}.tar.gz`);
    if (existsSync(path)) return path;
    const db = await openDatabase(readConfig({}), { log, embedded: { dataDir: null } });
    const dump = await db.dump?.();
    await db.close();
    if (!dump) throw new Error('The embedded database gave no dump');
    await mkdir(kept, { recursive: true });
    await writeFile(`${path}.${process.pid}`, dump);
    await rename(`${path}.${process.pid}`, path);
    return path;
  });

/** Names of migrated databases begin so. What they were migrated by follows. */
const templatePrefix = 'octavo_template_';

/**
 * Returns the name of a migrated database, which workers copy within a second. Later runs use it until the migrations or what
 * applies them change.
 */
export const postgresTemplate = (): Promise<string> =>
  once(postgresTemplateFile(), async () => {
    const name = `${templatePrefix}${hashOf(sourcesOfDatabase).slice(0, 16)}`;
    const client = new Client({ connectionString: adminUrl() });
    await client.connect();
    try {
      // Runs of other checkouts that need it wait until it is complete. The end of the connection gives up the lock.
      await client.query('select pg_advisory_lock(hashtext($1))', [templatePrefix]);
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await makeTemplate(client, name);
    } finally {
      await client.end();
    }
    return name;
  });

async function makeTemplate(client: Client, name: string): Promise<void> {
  await dropOldTemplates(client);
  const next = `${name}_next`;
  await client.query(`drop database if exists ${next} with (force)`);
  await client.query(`create database ${next}`);
  const url = new URL(adminUrl());
  url.pathname = `/${next}`;
  const db = await openDatabase(readConfig({ DATABASE_URL: url.href }), { log });
  await db.close();
  await client.query(`comment on database ${next} is '${new Date().toISOString()}'`);
  await client.query(`alter database ${next} rename to ${name}`);
}

/** Drops those that were made more than a week ago. */
async function dropOldTemplates(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database
     where starts_with(datname, $1) and shobj_description(oid, 'pg_database')::timestamptz < now() - interval '7 days'`,
    [templatePrefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}
