import { expect, test } from 'vitest';
import { aSpaceIn, heldSite } from './import-jobs.ts';
import { aMigratedDatabase } from './migrated-database.ts';
import { ask, startServerProcess } from './server-process.ts';

test('FETCH_TIMEOUT_MS ends an import whose source does not answer', async () => {
  const database = await aMigratedDatabase();
  await using site = await heldSite({ pages: 1, until: Number.POSITIVE_INFINITY });
  const settings = { ...database.settings, LOG_LEVEL: 'warn', IMPORT_ALLOW_HOSTS: '127.0.0.1' };
  const server = await startServerProcess({ ...settings, FETCH_TIMEOUT_MS: '300' });
  const spaceId = await aSpaceIn(server);
  const { status, body } = await ask(server, `POST /v1/spaces/${spaceId}/content/import`, {
    url: `${site.origin}/md/late`,
    source: 'markdown',
  });
  expect([status, body.error.type]).toEqual([400, 'fetch_timeout']);
  expect(body.error.message).toContain('300 ms');
  expect(await server.stop()).toBe(0);
  await database.remove();
});
