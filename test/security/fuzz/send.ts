import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transfer } from './breakage.ts';
import type { Door } from './doors.ts';
import { patienceMs } from '../../setup/patience.ts';

/**
 * Sends a request over a connection of its own. Returns the status of the first response, `closed` when the connection
 * ended without one, and `hung` when it never ended.
 */
export function send(port: number, { method, path, headers }: Door, transfer: Transfer): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let reply = '';
    const timer = setTimeout(() => {
      resolve('hung');
      socket.destroy();
    }, patienceMs);
    socket.on('data', (bytes: Buffer) => {
      if (reply.length < 20) reply += bytes.toString('latin1');
    });
    // A reset is an end like another.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1];
      resolve(status === undefined ? 'closed' : Number(status));
    });
    socket.once('connect', () => {
      const head = [`${method} ${path} HTTP/1.1`, 'host: a', 'connection: close', ...headers, ...transfer.headers];
      write(socket, [`${head.join('\r\n')}\r\n\r\n`, ...transfer.pieces]).then(
        () => {
          if (transfer.end === 'end') socket.end();
          if (transfer.end === 'reset') socket.resetAndDestroy();
        },
        () => socket.destroy(),
      );
    });
  });
}

/** Writes pieces in several turns of the event loop, so that they may arrive apart. */
async function write(socket: ReturnType<typeof connect>, pieces: Transfer['pieces']): Promise<void> {
  for (const piece of pieces) {
    if (piece.length > 0 && !socket.destroyed) socket.write(piece);
    await nextTurn();
  }
}
