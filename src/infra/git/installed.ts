import { DomainError } from '../../lib/errors.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { hasAuthorities } from './authorities.ts';
import { requireGit } from './repository.ts';

/** Why no repository can be read on this machine; null when nothing is known to be missing. */
export async function findMissing(program: string): Promise<string | null> {
  try {
    await withTemporaryFolder('git', (folder) =>
      requireGit({ program, folder, signal: AbortSignal.timeout(patienceMs) }),
    );
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  return hasAuthorities()
    ? null
    : 'The certificates of authorities are missing, which the package ca-certificates brings';
}

const patienceMs = 10_000;
