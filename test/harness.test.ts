import { expect, it } from 'vitest';
import { startServer } from './harness.ts';

it('the test server answers GET /v1/user with the authenticated caller', async () => {
  const server = await startServer();
  const ada = await server.aUser({ displayName: 'Ada' });
  expect((await ada.rest('GET /v1/user')).body.displayName).toBe('Ada');
});
