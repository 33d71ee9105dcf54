import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports that no system gives to a connection or to a server that asks for any port: those begin at 32,768 on Linux and at
 * 49,152 elsewhere. Each test process has ports of its own, as far as there are any.
 */
const firstPort = 20_000;
const portsOfProcess = 20;
const processes = 600;

let next = 0;

/** Finds a port on which nothing listens, and which nobody else takes before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (process.pid % processes) * portsOfProcess + (next % portsOfProcess);
    next += 1;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
