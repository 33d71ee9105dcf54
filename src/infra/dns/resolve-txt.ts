import { Resolver } from 'node:dns/promises';

/** Resolves the TXT records of a name, each as one text; empty when there are none. Throws when DNS does not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const timeoutMs = 3_000;
const tries = 2;

/** Resolves through the name servers of the system. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((chunks) => chunks.join(''));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
};

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
