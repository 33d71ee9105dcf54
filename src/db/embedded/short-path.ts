import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The address of a Unix socket has at most 104 bytes on macOS and 108 on Linux, with a final NUL. */
const maxSocketPathBytes = 100;

/**
 * Runs an action with a path of the socket that fits into an address: the path itself, or a temporary link in the
 * directory for temporary files.
 */
export async function withShortPath<T>(
  directory: string,
  name: string,
  action: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return action(path);
  const place = await mkdtemp(join(tmpdir(), 'octavo-'));
  try {
    await symlink(directory, join(place, 'd'));
    return await action(join(place, 'd', name));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
