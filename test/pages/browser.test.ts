import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listViolations } from '../accessibility.ts';
import { closeBrowser, hasChromium, requestsElsewhere, withPage } from '../browser.ts';
import { startStubServer, type PageServer } from './stub-server.ts';
import { runTab, saveToken } from './graphiql-steps.ts';

// Screenshots are kept after the run.
const shot = (name: string) => ({ path: join(tmpdir(), 'octavo-pages', `${name}.png`) });
const because = hasChromium ? '' : ' (skipped: no /usr/bin/chromium)';

describe.skipIf(!hasChromium)(`pages in Chromium${because}`, () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await startStubServer();
  });

  afterAll(() => Promise.all([closeBrowser(), server.close()]));

  it('GraphiQL asks for a token, then runs every example as it stands', async () => {
    await withPage(`${server.baseUrl}/graphql`, async ({ page, requests, complaints }) => {
      await page.getByRole('heading', { name: 'Sign in, or paste a token' }).waitFor();
      await page.screenshot(shot('graphiql-no-token'));
      await saveToken(page, server.token);
      await page.getByText('Signed in as Ada').waitFor();

      expect(await runTab(page, 'Viewer')).toContain('"displayName": "Ada"');
      await page.screenshot(shot('graphiql-viewer'));
      expect(await runTab(page, 'SpacesWithPages')).toContain('"title": "Welcome"');
      expect(await runTab(page, 'CreateSpace')).toContain('"title": "A first space"');
      await page.screenshot(shot('graphiql-mutation'));

      expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  it('GraphiQL shows the documentation of the schema, in the dark too', async () => {
    await withPage(
      `${server.baseUrl}/graphql`,
      async ({ page, requests, complaints }) => {
        await saveToken(page, server.token);
        await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
        await page.getByRole('link', { name: 'Query' }).click();
        await page.getByText('viewer', { exact: true }).first().waitFor();
        await runTab(page, 'Viewer');
        await page.screenshot(shot('graphiql-dark'));
        expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
        expect(complaints).toEqual([]);
      },
      { colorScheme: 'dark' },
    );
  });

  it('GraphiQL completes and checks queries in workers that come from this server', async () => {
    await withPage(`${server.baseUrl}/graphql`, async ({ page, requests, complaints }) => {
      await saveToken(page, server.token);
      await page.getByRole('button', { name: 'New tab' }).click();
      await page.locator('.graphiql-query-editor .view-lines').click();
      await page.keyboard.type('{ vie');
      await page.getByRole('option', { name: /^viewer/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.graphiql-query-editor .squiggly-error').waitFor();
      expect(complaints).toEqual([]);
      expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
      expect(requests.filter((url) => url.includes('-worker.')).length).toBeGreaterThan(0);
    });
  });

  it.each(['light', 'dark'] as const)(
    'GraphiQL stacks query, variables and result on a phone, %s',
    async (colorScheme) => {
      await withPage(
        `${server.baseUrl}/graphql`,
        async ({ page, complaints }) => {
          await saveToken(page, server.token);
          expect(await runTab(page, 'Viewer')).toContain('"displayName": "Ada"');
          await page.screenshot(shot(`graphiql-phone-${colorScheme}`));
          const parts = ['.graphiql-query-editor', '.graphiql-editor-tool', '.graphiql-response'];
          const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
          expect(boxes.map((box) => (box?.width ?? 0) > 300 && (box?.height ?? 0) > 100)).toEqual([true, true, true]);
          expect(boxes.map((box) => box?.y ?? 0)).toEqual(boxes.map((box) => box?.y ?? 0).toSorted((a, b) => a - b));
          await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
          await page.getByRole('link', { name: 'Query' }).waitFor();
          expect(await page.locator('.graphiql-query-editor').isVisible()).toBe(false);
          await page.screenshot(shot(`graphiql-phone-documentation-${colorScheme}`));
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
          expect(complaints).toEqual([]);
        },
        { colorScheme, viewport: { width: 390, height: 844 } },
      );
    },
  );

  it('GraphiQL says so when the server refuses the token, and recovers with a good one', async () => {
    await withPage(`${server.baseUrl}/graphql`, async ({ page, complaints }) => {
      await saveToken(page, 'wrong');
      const notice = page.locator('#notice');
      await notice.filter({ hasText: 'refused this token (401)' }).waitFor();
      await page.screenshot(shot('graphiql-refused'));
      await saveToken(page, `Bearer ${server.token}`);
      await page.getByText('Signed in as Ada').waitFor();
      expect(await notice.isVisible()).toBe(false);
      // Chromium itself logs a line for the 401.
      expect(complaints.filter((complaint) => !complaint.includes('status of 401'))).toEqual([]);
    });
  });

  it('GraphiQL keeps token and tabs over a reload, the token in sessionStorage alone', async () => {
    await withPage(`${server.baseUrl}/graphql`, async ({ page }) => {
      await saveToken(page, server.token);
      await runTab(page, 'CreateSpace');
      // Reloads at once, because GraphiQL by itself duplicates or overwrites a tab when it is reloaded within half a
      // second.
      await page.reload();
      await page.getByText('Signed in as Ada').waitFor();
      const titles = await page.getByRole('tab').allInnerTexts();
      expect(titles.map((title) => title.trim())).toEqual(['Viewer', 'SpacesWithPages', 'CreateSpace']);
      const stored = await page.evaluate('[JSON.stringify(localStorage), document.cookie, location.href].join()');
      expect(stored).not.toContain(server.token);
      await page.getByRole('button', { name: 'Forget' }).click();
      await page.getByRole('heading', { name: 'Sign in, or paste a token' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });
  });

  it.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('the API reference lists and shows operations, $colorScheme at $width pixels', async (look) => {
    const { colorScheme, width } = look;
    await withPage(
      `${server.baseUrl}/docs`,
      async ({ page, requests, complaints }) => {
        await page.screenshot(shot(`reference-${colorScheme}`));
        expect(await listViolations(page)).toEqual([]);
        await page.getByRole('main').getByRole('link', { name: 'GET /v1/user', exact: true }).click();
        await page.getByRole('heading', { name: 'Responses' }).waitFor();
        await page.screenshot(shot(`operation-${colorScheme}`));
        expect(await listViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
        expect(complaints).toEqual([]);
      },
      { colorScheme, viewport: { width, height: 900 } },
    );
  });

  it('the page for trying operations sends a request to the host it came from, with the token of GraphiQL', async () => {
    await withPage(`${server.baseUrl}/graphql`, async ({ page, requests, complaints }) => {
      await saveToken(page, server.token);
      await page.getByText('Signed in as').waitFor();
      await page.goto(`${server.baseUrl}/docs/try`);
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      const sent = page.waitForRequest(`${server.baseUrl}/v1/user`);
      await page.getByRole('button', { name: /^Send/ }).first().click();
      expect((await sent).headers().authorization).toBe(`Bearer ${server.token}`);
      await page.getByText('200 OK').waitFor();
      await page.screenshot(shot('reference-request'));
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(server.token);
      expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  it('the front page is the desk, which leads to the other pages', async () => {
    await withPage(`${server.baseUrl}/`, async ({ page, requests, complaints }) => {
      await page.screenshot(shot('home'));
      await page.getByRole('link', { name: 'GraphiQL' }).click();
      await page.getByRole('heading', { name: 'Sign in, or paste a token' }).waitFor();
      expect(requestsElsewhere(requests, server.baseUrl)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});
