import { programName } from '../lib/program.ts';
import { dump } from '../domain/operations/backup/dump.ts';
import { requireOwnStorage } from '../domain/operations/installation/storage-marker.ts';
import { restore } from '../domain/operations/backup/restore.ts';
import { startSpinner } from './spinner.ts';
import { withSession } from './session.ts';
import { counted } from '../lib/counted.ts';

/** Timeouts for backups, whose statements read or check whole tables. */
const patience = {
  STATEMENT_TIMEOUT_MS: 3_600_000,
  LOCK_TIMEOUT_MS: 60_000,
  IDLE_IN_TRANSACTION_TIMEOUT_MS: 3_600_000,
};

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Writes the configured database and its files into an archive. */
export async function dumpTo(path: string): Promise<void> {
  await withSession(
    async ({ platform }) => {
      const spinner = startSpinner(`Writing ${path}`);
      try {
        const {
          db,
          services: { storage },
        } = platform;
        await requireOwnStorage({ sql: db.sql, storage });
        const store = { pool: db.pool, storage };
        const { tables, files } = await dump(store, path, {
          program: programName,
          now: new Date(),
          progress: (step) => spinner.progress(step),
        });
        spinner.stop();
        console.log(`${path}: ${countedRows(tables)}, ${counted(files.count, 'file')} (${megabytes(files.bytes)}).`);
        for (const hash of files.missing)
          console.error(`  The database refers to file ${hash}, which is missing in the file storage.`);
      } finally {
        spinner.stop();
      }
    },
    { settings: patience },
  );
}

/** Restores an archive into the configured database and file storage, which must be empty. */
export async function restoreFrom(path: string): Promise<void> {
  await withSession(
    async ({ platform }) => {
      const spinner = startSpinner(`Restoring ${path}`);
      try {
        const store = { pool: platform.db.pool, storage: platform.services.storage };
        const { tables, files, createdAt } = await restore(store, path, { progress: (step) => spinner.progress(step) });
        spinner.stop();
        console.log(
          `Restored ${countedRows(tables)} and ${counted(files.count, 'file')} from the archive of ${createdAt}. Start the service with \`octavo serve\`.`,
        );
      } finally {
        spinner.stop();
      }
    },
    { settings: patience, migrations: 'apply' },
  );
}

const countedRows = (tables: readonly { readonly rows: number }[]) =>
  counted(
    tables.reduce((sum, { rows }) => sum + rows, 0),
    'row',
  );
