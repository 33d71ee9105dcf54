import type { Fragment } from '../../../../db/sql.ts';

/** A statement that returns each inconsistency as a row of `id` and `detail`, with a repair if one cannot lose data. */
export interface Check {
  readonly name: string;
  readonly find: Fragment;
  readonly fix?: Fragment;
}
