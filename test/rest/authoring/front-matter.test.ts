import { expect, test } from 'vitest';
import { makeZip } from '../../text/imports-archive.ts';
import { exported, filesOf } from '../../exports.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { sourceServer } from '../../source-server.ts';

test('attributes count over front matter after an import, neither changes the other, and an export writes the attributes', async () => {
  const server = await startServer();
  await using source = await sourceServer();
  const { owner, id: organizationId } = await anOrganization(server);
  const { id } = await aSpace(server, organizationId);
  const markdown = '---\ntitle: Imported\ndescription: First\n---\nText.\n';
  const body = makeZip([{ name: 'one.md', body: markdown }]);
  const url = source.serve('/archive.zip', { body, type: 'application/zip' });
  await owner.rest(`POST /v1/spaces/${id}/content/import`, { url, source: 'zip' });
  const pageOf = async () => {
    const { pages } = (await owner.rest(`GET /v1/spaces/${id}/content/pages`)).body;
    const {
      title,
      description,
      markdown: text,
    } = (await owner.rest(`GET /v1/spaces/${id}/content/page/${pages[0].id}?format=markdown`)).body;
    return { id: pages[0].id, title, description, text };
  };
  const page = await pageOf();
  expect(page).toMatchObject({ title: 'Imported', description: 'First', text: markdown });

  const update = async (values: object) => {
    const changes = [{ operation: 'update_page', page: page.id, ...values }];
    expect((await owner.rest(`POST /v1/spaces/${id}/content`, { changes })).status).toBe(200);
    return pageOf();
  };
  expect(await update({ title: 'Renamed' })).toEqual({ ...page, title: 'Renamed' });
  const edited = markdown.replace('Imported', 'Edited');
  expect(await update({ document: { markdown: edited } })).toEqual({ ...page, title: 'Renamed', text: edited });

  const files = await filesOf(await exported(server, owner, `POST /v1/spaces/${id}/export`));
  expect(String(files.get('one.md'))).toContain('title: Renamed\n');
});
