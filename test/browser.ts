import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';

/** What a page did while a test had it open; the lists grow as it runs. */
export type BrowserPage = {
  readonly page: Page;
  /** Addresses of all requests, by the page, its frames and its workers. */
  readonly requests: readonly string[];
  /** Console messages of level error or warning, and exceptions nobody caught. */
  readonly complaints: readonly string[];
};

/** Where Debian's package puts the browser. */
const chromiumPath = '/usr/bin/chromium';

/** Whether browser tests can run here; say why when they are skipped. */
export const hasChromium: boolean = existsSync(chromiumPath);

// Everything that would make the browser itself talk to the network is off, and no name but the loopback resolves.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Opens an address in a fresh headless Chromium, runs `use` and cleans up; the profile is deleted. */
export async function withPage<T>(
  url: string,
  use: (opened: BrowserPage) => Promise<T>,
  options: Pick<BrowserContextOptions, 'colorScheme' | 'viewport'> = {},
): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'octavo-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: flags,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const requests: string[] = [];
    const complaints: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    page.on('websocket', (socket) => requests.push(socket.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(url);
    return await use({ page, requests, complaints });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** The requests which went anywhere else than to the host of `baseUrl`; `data:` and `blob:` go nowhere. */
export function requestsElsewhere(requests: readonly string[], baseUrl: string): string[] {
  const { host } = new URL(baseUrl);
  return requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== host);
}
