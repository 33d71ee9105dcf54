import { createServer, connect, type Server } from 'node:net';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withShortPath } from './short-path.ts';

/** Listens on a Unix socket as a sign of life. The kernel closes it when the process dies. */
export async function listen(directory: string, name: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  // An error of one connection does not concern the others.
  server.on('error', () => undefined);
  await withShortPath(directory, name, (path) => listening(server, path));
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
 * Whether a process listens on the socket. The kernel accepts connections, so a blocked or stopped process counts as
 * alive, as does any error other than a refused connection, such as a full backlog.
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
