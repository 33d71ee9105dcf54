import { EventEmitter } from 'node:events';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { InFlight } from '../../src/app/http/in-flight.ts';
import { registerStreams } from '../../src/app/http/streams.ts';

const app = fastify();
registerStreams(app, { perUser: 1, process: 1, stalledMs: 20 }, { end: () => undefined } as unknown as InFlight);
let response: EventEmitter & { destroyed: boolean };
afterEach(() => void response.emit('close'));

/** Opens a stream and reads it, as an HTTP response does that nobody takes further. */
async function read(parts: AsyncIterable<string>): Promise<Buffer[]> {
  const destroy = () => void (response.destroyed = true);
  response = Object.assign(new EventEmitter(), { destroyed: false, destroy });
  const stream = app.streams.open({ actor: null } as FastifyRequest, { raw: response } as unknown as FastifyReply);
  const pieces: Buffer[] = [];
  for await (const piece of stream.body(parts)) pieces.push(Buffer.from(piece));
  return pieces;
}

it('a long part of a stream is sent in pieces, so that a client which takes it slowly is seen to take it', async () => {
  const text = '€'.repeat(100_000);
  const pieces = await read(
    (async function* () {
      yield 'short';
      yield text;
    })(),
  );
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
  expect(Buffer.concat(pieces).toString()).toBe(`short${text}`);
});

it('a stream whose client does not take its end is closed', async () => {
  await read(
    (async function* () {
      yield 'the last part';
    })(),
  );
  await expect.poll(() => response.destroyed).toBe(true);
  response.emit('close');
  expect(app.streams.count).toBe(0);
});
