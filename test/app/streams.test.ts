import { EventEmitter } from 'node:events';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { InFlight } from '../../src/app/http/in-flight.ts';
import { registerStreams } from '../../src/app/http/streams.ts';

it('a long part of a stream is sent in pieces, so that a client which takes it slowly is seen to take it', async () => {
  const app = fastify();
  registerStreams(app, { perUser: 1, process: 1, stalledMs: 60_000 }, { end: () => undefined } as unknown as InFlight);
  const reply = { raw: Object.assign(new EventEmitter(), { destroyed: false }) } as unknown as FastifyReply;
  const text = '€'.repeat(100_000);
  const parts = (async function* () {
    yield 'short';
    yield text;
  })();
  const pieces: Buffer[] = [];
  for await (const piece of app.streams.open({ actor: null } as FastifyRequest, reply).body(parts))
    pieces.push(Buffer.from(piece));
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  expect(Buffer.concat(pieces).toString()).toBe(`short${text}`);
  await app.close();
});
