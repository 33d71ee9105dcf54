import { copyOfTemplate } from '../setup/engine.ts';
import { patience } from '../setup/patience.ts';
import { unusedName } from '../setup/seed.ts';
import { aDirectory, aMigratedDirectory } from './server-process.ts';

/** A migrated database on the engine of the run, and the directory of the files of a server over it. */
export interface MigratedDatabase {
  /** Settings of a server over it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The directory. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates a migrated database. A test of the embedded engine itself uses `aMigratedDirectory`. */
export async function aMigratedDatabase(): Promise<MigratedDatabase> {
  if (process.env['TEST_ENGINE'] !== 'postgres') {
    const directory = await aMigratedDirectory();
    return { ...directory, settings: { ...patience, DATA_DIR: directory.path } };
  }
  const [directory, url] = await Promise.all([aDirectory(), copyOfTemplate(unusedName())]);
  return { ...directory, settings: { ...patience, DATA_DIR: directory.path, DATABASE_URL: url } };
}
