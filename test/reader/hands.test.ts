import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { aPlainSite, aSitesWorld, customize, type SitesWorld } from '../published-sites.ts';
import { write } from '../visitors-world.ts';

const tabs =
  '{% tabs %}\n{% tab title="npm" %}\n## By npm\n\nOf npm\n{% endtab %}\n\n{% tab title="yarn" %}\nOf yarn\n{% endtab %}\n\n{% tab title="pnpm" %}\nOf pnpm\n{% endtab %}\n{% endtabs %}';

const code = `## 50% of it

\`\`\`console
$ quokka serve
Listening on 4000
\`\`\`

\`\`\`diff
-const old = 1;
+const fresh = 2;
\`\`\`

{% code lineNumbers="true" %}
\`\`\`js
const a = 1;

const b = 2;
\`\`\`
{% endcode %}

{% hint style="info" %}
Words about zebras.
{% endhint %}

## Two

${'A line of words.\n\n'.repeat(60)}`;

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aPlainSite>>;

beforeAll(async () => {
  world = await aSitesWorld('hands');
  site = await aPlainSite(world, { visibility: 'public' });
  const page = (title: string, markdown: string) => ({ operation: 'insert_page', title, document: { markdown } });
  await write(world.owner, site.spaceId, [page('Code', code), page('Tabs', `${tabs}\n\n${tabs}`), page('Other', tabs)]);
  await customize(world, site.id, {
    announcement: { enabled: true, message: 'Version 2 is here', style: 'info' },
    header: { links: [{ title: 'Elsewhere', to: { kind: 'url', url: 'https://example.org/' }, links: [] }] },
  });
});

afterAll(() => closeBrowser());

/** Opens a page of the site after `prepare`, with what it complains of. */
const visit = (
  path: string,
  use: (page: Page, complaints: readonly string[]) => Promise<unknown>,
  prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
) =>
  withPage(
    'about:blank',
    async ({ page, complaints }) => {
      await prepare(page);
      await page.goto(`${site.url}${path}`);
      await page.locator('main h1').waitFor();
      await use(page, complaints);
    },
    { app: world.server.app },
  );

/** Keeps what is copied, instead of the clipboard of the machine. */
const watchClipboard = (page: Page) =>
  page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text) },
    });
  });

/** A page without TLS has no clipboard. */
const takeClipboard = (page: Page) =>
  page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => copied.push((document.activeElement as HTMLTextAreaElement).value));
  });

const takeStorage = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );

/** What each button of a block of code copies. The buttons come after the page is shown. */
const copiedFrom = async (page: Page, at: number) => {
  const buttons = page.locator('figure.code').nth(at).getByRole('button');
  await buttons.first().waitFor();
  const copied = () => page.evaluate<string[]>('globalThis.copied');
  for (const [index, button] of (await buttons.all()).entries()) {
    await button.click();
    await expect.poll(async () => (await copied()).length).toBe(index + 1);
  }
  return page.evaluate<string[]>('globalThis.copied.splice(0)');
};

describe.skipIf(!hasChromium)('the search of the header', () => {
  it('opens by a click, Enter, / and Ctrl+K, not by the focus, and returns the focus to where it was', () =>
    visit('/code', async (page, complaints) => {
      const field = page.getByRole('searchbox');
      const dialog = page.getByRole('dialog');
      const link = page.getByRole('banner').getByRole('link', { name: 'Elsewhere' });
      await field.focus();
      await page.keyboard.type('zeb');
      expect(await dialog.count()).toBe(0);
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Code' }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
      for (const open of [
        () => field.click(),
        () => page.keyboard.press('/'),
        () => page.keyboard.press('Control+k'),
      ]) {
        await link.focus();
        await open();
        await page.getByRole('combobox').waitFor();
        await page.getByRole('combobox').press('Escape');
        await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
      }
      expect(complaints).toEqual([]);
    }));

  it('leaves the keys of an input method to it', () =>
    visit('/code', async (page) => {
      await page.keyboard.press('/');
      const input = page.getByRole('combobox');
      await input.fill('of');
      await page.getByRole('option').nth(1).waitFor();
      const selected = () => input.getAttribute('aria-activedescendant');
      const before = [page.url(), await selected()];
      const prevented = await input.evaluate((one) =>
        ['Enter', 'ArrowDown', 'ArrowUp', 'Escape'].filter(
          (key) => !one.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, cancelable: true })),
        ),
      );
      expect(prevented).toEqual([]);
      expect([page.url(), await selected()]).toEqual(before);
      expect(await page.getByRole('dialog').isVisible()).toBe(true);
    }));

  it('becomes a form again where its dialog does not come', () =>
    visit(
      '/code',
      async (page) => {
        await page.getByRole('searchbox').fill('zebras');
        await page.keyboard.press('Enter');
        await page.locator('.results').getByRole('link', { name: 'Code' }).waitFor();
        expect(new URL(page.url()).searchParams.get('q')).toBe('zebras');
      },
      (page) => page.route(/\/~\/assets\/search\.\w+\.js/, (route) => route.abort()),
    ));
});

describe.skipIf(!hasChromium)('copied code', () => {
  it.each([
    ['by the clipboard', watchClipboard],
    ['without a clipboard, as over plain HTTP', takeClipboard],
  ])('is what was written, %s', async (_, prepare) =>
    visit(
      '/code',
      async (page, complaints) => {
        expect(await copiedFrom(page, 0)).toEqual(['quokka serve']);
        const both = '-const old = 1;\n+const fresh = 2;';
        expect(await copiedFrom(page, 1)).toEqual([both, 'const fresh = 2;', 'const old = 1;']);
        expect(await copiedFrom(page, 2)).toEqual(['const a = 1;\n\nconst b = 2;']);
        expect(complaints).toEqual([]);
      },
      prepare,
    ),
  );

  it('by hand has the same lines', () =>
    visit('/code', async (page) => {
      const selected = await page
        .locator('pre.numbers')
        .evaluate((code) => (getSelection()?.selectAllChildren(code), String(getSelection())));
      expect(selected.trimEnd()).toBe('const a = 1;\n\nconst b = 2;');
      const height = (at: number) =>
        page
          .locator('pre.numbers .line')
          .nth(at)
          .evaluate((one) => one.clientHeight);
      expect(await height(1)).toBe(await height(0));
    }));
});

describe.skipIf(!hasChromium)('groups of tabs', () => {
  it('are lists of tabs with keys, and open the title that was chosen last on every page', () =>
    visit('/tabs', async (page, complaints) => {
      const lists = page.getByRole('tablist');
      const chosen = () => page.getByRole('tab', { selected: true }).allTextContents();
      await lists.first().waitFor();
      expect([await lists.count(), await chosen()]).toEqual([2, ['npm', 'npm']]);
      await lists.nth(1).getByRole('tab', { name: 'npm', exact: true }).focus();
      await page.keyboard.press('ArrowLeft');
      expect(await chosen()).toEqual(['pnpm', 'pnpm']);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      expect(await chosen()).toEqual(['yarn', 'yarn']);
      expect(await page.locator(':focus').textContent()).toBe('yarn');
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').getAttribute('role')).toBe('tabpanel');
      expect(await page.getByRole('tabpanel').allTextContents()).toEqual(['Of yarn', 'Of yarn']);
      await page.goto(`${site.url}/other`);
      await lists.waitFor();
      expect(await chosen()).toEqual(['yarn']);
      await page.goto(`${site.url}/other#by-npm`);
      await page.getByText('Of npm').waitFor();
      expect(await chosen()).toEqual(['npm']);
      expect(complaints).toEqual([]);
    }));
});

describe.skipIf(!hasChromium)('an announcement', () => {
  it('that was dismissed is not shown again, until it says something else', () =>
    visit('/code', async (page) => {
      const box = page.getByRole('complementary', { name: 'Announcement' });
      await box.getByRole('button', { name: 'Close' }).click();
      expect(await box.isVisible()).toBe(false);
      await page.goto(`${site.url}/tabs`);
      await page.getByRole('tablist').first().waitFor();
      expect(await box.isVisible()).toBe(false);
      await customize(world, site.id, { announcement: { enabled: true, message: 'Version 3 is here', style: 'info' } });
      await page.goto(`${site.url}/code`);
      await box.getByText('Version 3').waitFor();
    }));
});

describe.skipIf(!hasChromium)('the script of a page', () => {
  it.each([
    ['storage that throws', '/code', takeStorage],
    ['a fragment that is not encoded', '/code#50%', null],
    [
      'what another program keeps',
      '/code',
      (page: Page) => page.addInitScript(() => localStorage.setItem('tabs', '{')),
    ],
  ] as const)('does all the rest with %s', (_, path, prepare) =>
    visit(
      path,
      async (page, complaints) => {
        await page.locator('.outline [aria-current]').waitFor();
        await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor({ state: 'attached' });
        await page.getByRole('button', { name: 'Color theme' }).click();
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
        await page.keyboard.press('/');
        await page.getByRole('combobox').waitFor();
        expect(complaints).toEqual([]);
      },
      prepare ?? undefined,
    ),
  );

  it('hears of transitions that are aborted', () =>
    visit(
      '/code',
      async (page, complaints) => {
        for (const name of ['Tabs', 'Other', 'Code']) {
          await page.locator('.tree').getByRole('link', { name, exact: true }).click();
          await page.getByRole('heading', { name, level: 1 }).waitFor();
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          );
        }
        expect(await page.evaluate(() => Number(sessionStorage.getItem('aborted')))).toBeGreaterThan(0);
        expect(complaints).toEqual([]);
      },
      (page) =>
        page.addInitScript(() => {
          for (const name of ['pageswap', 'pagereveal'] as const)
            addEventListener(name, ({ viewTransition }) => {
              viewTransition?.skipTransition();
              const aborted = Number(sessionStorage.getItem('aborted')) + Number(viewTransition !== null);
              sessionStorage.setItem('aborted', String(aborted));
            });
        }),
    ));

  it('and the styles of a page that was kept before an upgrade are those of the new version', async () => {
    const headers = { host: world.base.slice('https://'.length) };
    for (const name of ['site.000000000000.css', 'site.000000000000.js', 'search.000000000000.js']) {
      const url = `/${site.basename}/~/assets/${name}`;
      const answer = await world.server.app.inject({ url, headers });
      expect([name, answer.statusCode, answer.headers['cache-control']]).toEqual([name, 200, 'no-cache']);
    }
    const unknown = await world.server.app.inject({ url: `/${site.basename}/~/assets/site.0.css`, headers });
    expect(unknown.statusCode).toBe(404);
  });
});
