import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWire, type Wire } from './wire.ts';

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

const post = (accept: string, payload: string, headers: Record<string, string> = {}) =>
  wire.inject({
    method: 'POST',
    payload,
    headers: { 'content-type': 'application/json', accept, ...wire.bearer, ...headers },
  });

const types = ['text/event-stream', 'multipart/mixed'] as const;
const cases: readonly { name: string; payload: string; type: string; headers?: Record<string, string> }[] = [
  { name: 'a body that is not JSON', payload: '{', type: 'malformed_request' },
  { name: 'a body without a query', payload: '{}', type: 'malformed_request' },
  { name: 'a list', payload: '[]', type: 'malformed_request' },
  { name: 'an unknown field', payload: '{"query":"{ nothing }"}', type: 'query_invalid' },
  { name: 'a syntax error', payload: '{"query":"{"}', type: 'query_syntax' },
  {
    name: 'a missing variable',
    payload: '{"query":"query ($a: ID!) { node(id: $a) { id } }"}',
    type: 'validation_failed',
  },
  { name: 'an invisible object', payload: '{"query":"{ space(id: \\"spc_nothing\\") { id } }"}', type: 'not_found' },
  {
    name: 'a wrong token',
    payload: '{"query":"{ viewer { id } }"}',
    type: 'unauthenticated',
    headers: { authorization: 'Bearer ocu_nobody' },
  },
  { name: 'no query at all', payload: '', type: 'malformed_request' },
  {
    name: 'a key without a mutation',
    payload: '{"query":"{ viewer { id } }"}',
    type: 'validation_failed',
    headers: { 'idempotency-key': 'a' },
  },
];

it.each(types.flatMap((accept) => cases.map((one) => ({ accept, ...one }))))(
  '$name from a client of $accept is answered by its error',
  async ({ accept, payload, type, headers }) => {
    const { status, text } = await post(accept, payload, headers);
    expect(status).toBeLessThan(500);
    expect(text).toContain(`"type":"${type}"`);
  },
);
