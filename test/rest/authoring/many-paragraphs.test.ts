import { expect, test } from 'vitest';
import { aServer } from '../../app/own-server.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer } from '../../harness.ts';

test('twenty pages of 800 short paragraphs are written at the first attempt, however little time reads have', async () => {
  const server = await startServer();
  const { owner, id: organizationId } = await anOrganization(server);
  const { id } = await aSpace(server, organizationId);
  const { app } = await aServer({}, { config: { ...server.platform.config, TEXTS_TIMEOUT_MS: 1 } });
  const changes = Array.from({ length: 20 }, (_, page) => ({
    operation: 'insert_page',
    title: `Page ${page}`,
    document: { markdown: Array.from({ length: 800 }, (_, nth) => `Line ${nth} of *page* ${page}.`).join('\n\n') },
  }));
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/v1/spaces/${id}/content`,
    headers: { authorization: `Bearer ${owner.secret}` },
    payload: { changes },
  });
  expect(statusCode).toBe(200);
});
