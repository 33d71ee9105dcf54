import { expect, it } from 'vitest';
import { startServer } from './harness.ts';

it('answers with the caller', async () => {
  const server = await startServer();
  const ada = await server.aUser({ displayName: 'Ada' });
  expect((await ada.rest('GET /v1/user')).body.displayName).toBe('Ada');
});
