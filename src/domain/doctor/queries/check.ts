import type { Fragment } from '../../../db/sql.ts';

/** A statement that returns each inconsistency as a row of `id` and `detail`, and a repair where none loses data. */
export interface Check {
  readonly name: string;
  readonly find: Fragment;
  readonly fix?: Fragment;
}
