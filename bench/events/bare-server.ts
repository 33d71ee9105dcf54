// What a stream costs at least: one connection that listens to PostgreSQL, and a server that writes what it hears to all clients.
// Usage: `tsx bench/events/bare-server.ts DATABASE_URL`; prints its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';

const client = new Client({ connectionString: process.argv[2] });
await client.connect();
const streams = new Set<ServerResponse>();
client.on('notification', ({ payload }) => {
  for (const stream of streams) stream.write(`data: ${payload}\n\n`);
});
await client.query('listen bare');
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  streams.add(response);
  response.on('close', () => streams.delete(response));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
