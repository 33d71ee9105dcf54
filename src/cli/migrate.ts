import { openDatabase } from '../app/process/database.ts';
import { createLog } from '../app/process/logging.ts';
import { readConfig } from '../config.ts';
import { readLogLevel } from './session.ts';

/** Applies the missing migrations, or lists them with `status`. */
export async function migrate({ status = false }: { status?: boolean }): Promise<void> {
  const config = readConfig();
  const log = createLog({ level: readLogLevel(config), to: 'stderr' });
  const db = await openDatabase(config, { log, migrations: status ? 'look' : 'apply' });
  await db.close();
  const what = status ? 'missing' : 'applied';
  for (const name of db.migrations) console.log(`${what}  ${name}`);
  if (db.migrations.length === 0) console.log('The schema is up to date.');
}
