import { afterAll, expect, it } from 'vitest';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer } from '../harness.ts';
import { saveToken } from './graphiql-steps.ts';

afterAll(() => closeBrowser());

const because = hasChromium ? '' : ' (skipped: no /usr/bin/chromium)';

it.skipIf(!hasChromium)(`GraphiQL shows the events of a subscription as they come${because}`, async () => {
  const server = await startServer();
  const { id, owner } = await anOrganization(server);
  const space = await aSpace(server, id);
  await withPage(`${await server.listen()}/graphql`, async ({ page, complaints }) => {
    await saveToken(page, owner.secret);
    await page.getByText('Signed in as').waitFor();
    await page.getByRole('button', { name: 'New tab' }).click();
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.press('ControlOrMeta+a');
    // From the first event on: a stream is counted before it has read where it begins.
    await page.keyboard.insertText(
      `subscription { organizationEvents(organizationId: "${id}", since: 0) { position space { title } } }`,
    );
    // At once, before GraphiQL has looked at what was typed.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => server.app.streams.count).toBe(1);
    for (const title of ['First', 'Second']) {
      await owner.rest(`PATCH /v1/spaces/${space.id}`, { title });
      await expect.poll(() => page.locator('.result-window .view-lines').innerText()).toContain(title);
    }
    await page.getByRole('button', { name: 'Stop query' }).click();
    await expect.poll(() => server.app.streams.count).toBe(0);
    expect(complaints).toEqual([]);
  });
});
