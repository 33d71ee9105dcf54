import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

/** A TCP server that counts its connections. */
export interface Listener {
  readonly port: number;
  /** Connections made so far. */
  hits(): number;
  /** Connections open now. */
  openSockets(): number;
  close(): Promise<void>;
}

/** Listens on an address. Errors of connections are ignored. */
export async function listen(address: string, onConnection: (socket: Socket) => void, port = 0): Promise<Listener> {
  const sockets = new Set<Socket>();
  let hits = 0;
  const server: Server = createServer((socket) => {
    hits++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    openSockets: () => sockets.size,
    close: () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers the first request of every connection with these bytes, then closes it. */
export function answering(response: (requestHead: string) => string | Buffer) {
  return (socket: Socket): void => {
    socket.once('data', (data) => socket.end(response(data.toString('latin1'))));
  };
}

/** A small complete response. */
export function httpResponse(status: number, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({ 'content-length': String(body.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} Some\r\n${head}\r\n${body}`;
}
