import { createServer, connect, type Server } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withShortPath } from './short-path.ts';

/** Listens on a unix socket as a sign of life, which the kernel takes away when the process dies. */
export async function listen(directory: string, name: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  await withShortPath(directory, name, (path) => listening(server, path));
  server.on('error', () => {});
  server.unref();
  return {
    stop: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(join(directory, name), { force: true });
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, backlog: 16 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Tells whether somebody listens there. The kernel answers, so a process that is blocked or stopped counts
 * as alive; so does everything but a clear "nobody", for instance a full backlog.
 */
export function isAlive(directory: string, name: string): Promise<boolean> {
  return withShortPath(
    directory,
    name,
    (path) =>
      new Promise((resolve) => {
        const socket = connect(path);
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', (error: NodeJS.ErrnoException) => {
          resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
        });
      }),
  );
}
