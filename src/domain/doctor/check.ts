import type { Fragment } from '../../db/sql.ts';

/** A statement that gives what is wrong as rows of `id` and `detail`, and where it can be put right without a loss, how. */
export interface Check {
  readonly name: string;
  readonly find: Fragment;
  readonly fix?: Fragment;
}
