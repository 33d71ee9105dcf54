import { chromium, type Page } from 'playwright-core';
import { findDangers, listViolations, watchDialogs } from '../../test/hostile-pages.ts';
import type { Door, Watch } from './doors.ts';
import { publishTexts } from './published.ts';
import { askInTime, type Answer, type HostileServer } from './server.ts';

/** A published site whose pages are hostile texts, and a browser that reads them. */
export interface HostileSite {
  /** Publishes a text as a page, reads the page and its Markdown by HTTP and in the browser, and removes it. */
  tryText(text: string, watch: Watch): Promise<void>;
  /** What pages ran or could have run: scripts, attributes, addresses, dialogs, errors, and what their policy forbade. */
  readonly dangers: readonly string[];
  close(): Promise<void>;
}

interface Options {
  readonly server: HostileServer;
  readonly boxMs: number;
}

/** Opens an empty site and a browser. */
export async function openHostileSite({ server: { call }, boxMs }: Options): Promise<HostileSite> {
  const { spaceId, urls } = await publishTexts(call, [{ title: 'First', text: 'First' }]);
  const [first = ''] = urls;
  const root = (first ?? '').replace(/[^/]*$/, '');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const dangers: string[] = [];
  let pages = 0;

  const read = async (url: string): Promise<Answer> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void dangers.push(String(error)));
    const dialogs = watchDialogs(page);
    try {
      const status = await open(page, url, boxMs);
      if (status > 0) dangers.push(...(await findDangers(page)));
      dangers.push(...listViolations(complaints), ...dialogs);
      return { status, text: '' };
    } finally {
      await context.close();
    }
  };

  return {
    dangers,
    close: () => browser.close(),
    async tryText(text, watch) {
      const slug = `hostile-${(pages += 1)}`;
      const content = `/v1/spaces/${spaceId}/content`;
      const document = { markdown: text };
      const written = await watch('write', () =>
        call('POST', content, { changes: [{ operation: 'insert_page', title: 'Hostile', slug, document }] }),
      );
      if (written.status !== 200) return;
      const { changes } = JSON.parse(written.text) as { changes: { page: { id: string } }[] };
      const url = `${root}${slug}`;
      const fetched = (door: Door, at: string) => watch(door, () => askInTime(at, {}, boxMs));
      await fetched('page', url);
      await fetched('markdown', `${url}.md`);
      await watch('browser', () => read(url));
      await call('POST', content, { changes: [{ operation: 'delete_page', page: changes[0]?.page.id }] });
    },
  };
}

/** Opens a page, and gives its status; 0 when it does not come in time. */
async function open(page: Page, url: string, timeout: number): Promise<number> {
  try {
    return (await page.goto(url, { timeout }))?.status() ?? 0;
  } catch {
    return 0;
  }
}
