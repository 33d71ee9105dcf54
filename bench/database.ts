import type { Options } from './options.ts';

/** URL of the database. Quick and full runs have different ones, so that they do not replace each other's data. */
export const databaseUrlOf = ({ quick }: Pick<Options, 'quick'>) =>
  process.env['BENCH_DATABASE_URL'] ?? `postgresql://postgres@127.0.0.1:5432/octavo_bench${quick ? '_quick' : ''}`;
