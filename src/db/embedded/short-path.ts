import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum length of a socket path, in bytes. The limit is 104 on macOS and 108 on Linux, including a final NUL. */
const maxSocketPathBytes = 100;

/** Runs an action with a path to the socket within the length limit: the path itself, or a temporary symbolic link. */
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
