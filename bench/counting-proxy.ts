import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to the database that counts statements. */
export interface CountingProxy {
  readonly url: string;
  /** Returns the statements since the last call. */
  take(): number;
  close(): Promise<void>;
}

/** Messages of the PostgreSQL protocol that execute a statement. */
const execute = 'E'.charCodeAt(0);
const simpleQuery = 'Q'.charCodeAt(0);

/** Starts a proxy between a server and its database, so that statements of all contenders are counted in the same way. */
export async function countStatements(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const proxy = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    const read = messageReader((kind) => void (count += kind === execute || kind === simpleQuery ? 1 : 0));
    near.on('data', read);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/**
 * Splits the stream of a client into messages. The first message has no type. Each later one has a type, a length and a
 * content.
 */
function messageReader(onMessage: (kind: number) => void) {
  let started = false;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      if (started) onMessage(rest[0] ?? 0);
      started = true;
      rest = rest.subarray(length);
    }
  };
}
