import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { readMigrations } from '../src/db/migration-files.ts';

const modelsDirectory = path.join(import.meta.dirname, '..', 'prisma');

/**
 * The SQL that leads from the migrations to the models; empty when they agree.
 *
 * Works offline: the migrations run on an empty PGlite in this process, and Prisma's schema engine (WebAssembly) compares.
 *
 * What it does not see, so that it stands in migrations by hand and never disturbs: CHECK and EXCLUDE constraints, collations,
 * NOT NULL of lists, partial indexes (unique ones too), indexes with an expression (GIN ones too), views, sequences, functions,
 * triggers, storage parameters.
 *
 * What it does see and would drop, so that the models must say it: every index on plain columns. `Gin`, `Brin`, `Hash` by
 * `type:`, descending by `sort:`, operator classes by `ops: raw(…)`. INCLUDE has no words there: put the columns into the key.
 * Likewise defaults (`dbgenerated(…)`), foreign keys, tables (`@@ignore` if Prisma is not to use them) and enum types; instead
 * of a generated column take an expression index. Seen with schema engine 7.10.0.
 */
export async function missingSql(migrationsDirectory?: string): Promise<string> {
  const shadow = new PGlite({ extensions: { pg_trgm } });
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

/** Column names whose text is an id, a hash or an order key. */
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

/** Once per process: the package keeps views of the one memory it was given. */
let wasm: Promise<void> | undefined;

/** The package's entry imports its `.wasm` as a module, which Node 20 cannot: the parts are put together by hand (7.10.0). */
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
