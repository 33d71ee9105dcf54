import { Resolver } from 'node:dns/promises';

/** Reads the TXT records of a name, each as one text. Empty without records. Throws when DNS does not answer. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>;

const timeoutMs = 3_000;
const tries = 2;

/** Resolves by the name servers of the machine. */
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
