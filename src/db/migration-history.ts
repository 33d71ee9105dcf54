import type { ClientBase, Pool } from 'pg';
import { programName } from '../lib/program.ts';
import { MigrationError } from './migration-error.ts';
import type { Migration } from './migration-files.ts';

/** The record of a migration in the database. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  readonly finished: boolean;
  /** The program that applied it, or null when another tool did. */
  readonly program: string | null;
}

/** Lists the pending migrations in order. Throws {@link MigrationError} when the history contradicts the program. */
export function selectPendingMigrations(
  migrations: readonly Migration[],
  records: readonly MigrationRecord[],
): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const record of records) assertFits(record, known.get(record.name));
  const recorded = new Set(records.map((record) => record.name));
  return migrations.filter((migration) => !recorded.has(migration.name));
}

function assertFits(record: MigrationRecord, migration: Migration | undefined) {
  const { name } = record;
  if (!record.finished) {
    const message = `Migration ${name} was started by another tool and did not finish. Repair the database or restore a backup, then resolve it with \`prisma migrate resolve\`.`;
    throw new MigrationError('unfinished_migration', message, { migration: name });
  }
  if (!migration) {
    const message = `The database has migration ${name}, which Octavo ${programName} does not know: ${record.program === null ? 'a newer version' : `Octavo ${record.program}`} has used it. Start that version or a later one, or restore an older backup.`;
    throw new MigrationError('newer_schema', message, { migration: name });
  }
  if (migration.checksum === record.checksum) return;
  const message = `Migration ${name} was applied with other contents (${record.checksum.slice(0, 12)}… in the database, ${migration.checksum.slice(0, 12)}… in the program). Restore the file and put the changes into a new migration.`;
  throw new MigrationError('drift', message, { migration: name });
}

/** Reads the recorded migrations, oldest first; null for a database that was never migrated. */
export async function readHistory(client: ClientBase | Pool): Promise<readonly MigrationRecord[] | null> {
  const table = await client.query<{ there: boolean }>(`select to_regclass('_prisma_migrations') is not null as there`);
  if (!table.rows[0]?.there) return null;
  const records = await client.query<MigrationRecord>(
    `select migration_name as name, checksum, finished_at is not null as finished, logs as program
     from _prisma_migrations where rolled_back_at is null order by started_at, migration_name`,
  );
  return records.rows;
}

/** Creates the table of `prisma migrate`. Throws for a schema that contains tables of another application. */
export async function createHistory(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
  );
  if (rows[0]) {
    const message = `The database contains tables of another application, such as "${rows[0].name}". Point DATABASE_URL to an empty database.`;
    throw new MigrationError('database_not_empty', message);
  }
  await client.query(historyTable);
}

/** Records a migration as applied by this program, in a column that Prisma uses for failed ones. Must run in the transaction of the migration. */
export async function recordMigration(client: ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count, logs)
     values (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1, $3)`,
    [checksum, name, programName],
  );
}

/** The table as Prisma's schema engine 7.10 creates it. */
const historyTable = `create table _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;
