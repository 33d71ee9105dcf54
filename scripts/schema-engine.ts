import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { dataDir as emptyDatabase } from '@electric-sql/pglite-prepopulatedfs';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { readMigrations } from '../src/db/migration-files.ts';

const modelsDirectory = path.join(import.meta.dirname, '..', 'prisma');

/**
 * Returns the SQL that leads from the migrations to the models; empty when they agree.
 *
 * Works offline: the migrations run on an empty PGlite in this process, and Prisma's schema engine (WebAssembly)
 * compares the result.
 *
 * It does not see the following, which are written by hand in migrations: CHECK and EXCLUDE constraints, collations,
 * NOT NULL of lists, partial indexes (also unique ones), indexes with an expression (also GIN), views, sequences,
 * functions, triggers, storage parameters.
 *
 * It sees the following and would drop them, so the models must declare them: every index on plain columns. `Gin`,
 * `Brin` and `Hash` by `type:`, descending by `sort:`, operator classes by `ops: raw(…)`. INCLUDE cannot be declared:
 * put the columns into the key. The same holds for defaults (`dbgenerated(…)`), foreign keys, tables (`@@ignore` if
 * Prisma must not use them) and enum types. Use an expression index instead of a generated column. Seen with schema
 * engine 7.10.0.
 */
export async function missingSql(migrationsDirectory?: string): Promise<string> {
  const shadow = new PGlite({ extensions: { pg_trgm }, loadDataDir: await emptyDatabase() });
  try {
    await applyAll(shadow, migrationsDirectory);
    const files = await modelFiles();
    const engine = await startEngine(new PrismaPGlite(shadow));
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: modelsDirectory },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return withoutEmptyNote(stdout ?? '');
  } finally {
    await shadow.close();
  }
}

/** Prisma's schema engine on a database. */
export async function startEngine(database: SqlMigrationAwareDriverAdapterFactory): Promise<glue.SchemaEngine> {
  await (wasm ??= loadWasm());
  const adapter = bindMigrationAwareSqlAdapterFactory(database);
  const datamodels = (await modelFiles()).map((file): [string, string] => [file.path, file.content]);
  return glue.SchemaEngine.new({ datamodels }, () => undefined, adapter);
}

/** Names of columns that contain an id, a hash or an order key. */
const codeColumns = /("(?:id|line|position|hash|[a-z]\w*(?:Id|Hash))" TEXT)(?!\w|\[| COLLATE)/g;

/** Gives new columns of ids, hashes and order keys the collation "C", as the first migration does. */
export function withCodeCollation(sql: string): string {
  return sql.replace(codeColumns, '$1 COLLATE "C"');
}

async function applyAll(shadow: PGlite, directory?: string) {
  for (const { name, sql } of await readMigrations(directory)) {
    try {
      await shadow.exec(sql);
    } catch (error) {
      throw new Error(`Migration ${name} does not run on an empty database.`, { cause: error });
    }
  }
}

interface ModelFile {
  path: string;
  content: string;
}

async function modelFiles(): Promise<ModelFile[]> {
  const names = (await readdir(modelsDirectory, { recursive: true })).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: name,
      content: await readFile(path.join(modelsDirectory, name), 'utf8'),
    })),
  );
}

/** Created once per process, because the package keeps views of the first memory it was given. */
let wasm: Promise<void> | undefined;

/**
 * The entry of the package imports its `.wasm` as a module, which Node 20 does not support. The parts are assembled
 * here instead (7.10.0).
 */
async function loadWasm() {
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const module = await WebAssembly.compile(await readFile(file));
  const { exports } = await WebAssembly.instantiate(module, {
    './schema_engine_bg.js': { ...glue },
  });
  glue.__wbg_set_wasm(exports);
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: failWith } });
  if (typeof exports['__wbindgen_start'] === 'function') exports['__wbindgen_start']();
}

function failWith(message: string) {
  throw new Error(`The schema engine gave up: ${message}`);
}

function withoutEmptyNote(sql: string) {
  return sql.trim() === '-- This is an empty migration.' ? '' : sql;
}
