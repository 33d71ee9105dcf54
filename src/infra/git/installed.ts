import { access } from 'node:fs/promises';
import { DomainError } from '../../lib/errors.ts';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { requireGit } from './repository.ts';

/** Where the certificates of authorities are, on the systems that have git. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

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
  const found = await Promise.all(
    bundles.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true)
    ? null
    : 'The certificates of authorities are missing, which the package ca-certificates brings';
}

const patienceMs = 10_000;
