import { expect, it } from 'vitest';
import { writePages } from '../../content-pages.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer } from '../../harness.ts';

it('the page tree has an ETag that answers 304 until the content changes', async () => {
  const server = await startServer();
  const { owner, id } = await anOrganization(server);
  const { id: spaceId } = await aSpace(server, id);
  await writePages(owner, spaceId, [{ id: 'a' }]);
  const path = `GET /v1/spaces/${spaceId}/content/pages`;
  const first = await owner.rest(path);
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"rev_[\w-]+\.[\w-]+"$/);
  const again = await owner.rest(path, undefined, { headers: { 'if-none-match': etag } });
  expect([again.status, again.body]).toEqual([304, '']);
  await writePages(owner, spaceId, [{ id: 'b' }]);
  const changed = await owner.rest(path, undefined, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers['etag']).not.toBe(etag);
});
