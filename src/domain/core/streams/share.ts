import { sharedReads } from '../../../lib/shared-reads.ts';

/** Runs a read once for all who ask for it with one key before it begins. */
export type Share = <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;

export function createShare(): Share {
  const shared = sharedReads<string, () => Promise<unknown>, unknown>(
    (_key, [read]) => Promise.resolve(read?.()),
    Infinity,
  );
  return (key, read) => shared(key, read) as ReturnType<typeof read>;
}
