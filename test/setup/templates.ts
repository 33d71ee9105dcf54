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

/** Returns the name of a migrated database of this run, which workers copy within a second. */
export const postgresTemplate = (): Promise<string> =>
  once(postgresTemplateFile(), async () => {
    const name = `octavo_test_${process.pid}`;
    const client = new Client({ connectionString: adminUrl() });
    await client.connect();
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(adminUrl());
    url.pathname = `/${name}`;
    const db = await openDatabase(readConfig({ DATABASE_URL: url.href }), { log });
    await db.close();
    return name;
  });
