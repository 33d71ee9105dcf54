import { existsSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { patienceMs } from './setup/patience.ts';

/** What a page does while a test has it open. The lists grow during the test. */
export type BrowserPage = {
  readonly page: Page;
  /** URLs of all requests of the page, its frames and its workers. */
  readonly requests: readonly string[];
  /** Console messages of level error or warning, and uncaught exceptions. */
  readonly complaints: readonly string[];
};

/** The browser of Debian's packages; null where there is none. The one without windows starts in a fraction of the time. */
const chromiumPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? null;

/** Whether browser tests can run on this machine. */
export const hasChromium: boolean = chromiumPath !== null;

// Disables all requests of the browser itself, and resolves no names but the loopback.
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

/** How long a wait for a page takes before it says what did not come. Somebody who writes a test may be less patient. */
const pagePatienceMs = Number(process.env['TEST_PAGE_PATIENCE_MS'] ?? patienceMs);

let launched: Promise<Browser> | undefined;

type PageOptions = Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'javaScriptEnabled' | 'locale'> & {
  /** The server that answers all requests of the page, whatever their host; the network when omitted. */
  readonly app?: FastifyInstance;
};

/** Opens a URL in headless Chromium and runs `use`. The page shares no cache, cookies or storage with other pages. */
export async function withPage<T>(
  url: string,
  use: (opened: BrowserPage) => Promise<T>,
  options: PageOptions = {},
): Promise<T> {
  const page = await openPage(options);
  try {
    await page.page.goto(url);
    return await use(page);
  } finally {
    await page.close();
  }
}

/** A page for several tests that follow each other, because a new one takes as long as ten addresses of the same. */
export interface SharedPage extends BrowserPage {
  /** Leaves what is shown, and forgets cookies and complaints. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens an empty page in headless Chromium. Close it, or the browser. */
export async function openPage({ app, ...options }: PageOptions = {}): Promise<SharedPage> {
  // A launch takes seconds, so the pages of a file share a process.
  launched ??= chromium.launch({ executablePath: chromiumPath ?? '', args: flags, timeout: 0 });
  const context = await (await launched).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(pagePatienceMs);
  if (app) await answerFrom(app, context);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  const clear = async () => {
    // What a page complains of while it ends is heard before this is shown.
    await page.goto('about:blank');
    await context.clearCookies();
    complaints.length = 0;
  };
  return { page, requests, complaints, clear, close: () => context.close() };
}

/** Lets a server answer all requests of a context. */
const answerFrom = (app: FastifyInstance, context: BrowserContext) =>
  context.route('**/*', async (route) => {
    const request = route.request();
    const { host, pathname, search } = new URL(request.url());
    const headers = { ...(await request.allHeaders()), host };
    const answer = await app.inject({ method: request.method() as 'GET', url: `${pathname}${search}`, headers });
    const shown = Object.entries(answer.headers).filter(([name]) => name !== 'content-encoding');
    await route.fulfill({
      status: answer.statusCode,
      headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
      body: answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(answer.rawPayload) : answer.rawPayload,
    });
  });

/** Ends the browser that `withPage` has launched. For `afterAll` of each file with pages. */
export async function closeBrowser(): Promise<void> {
  const browser = await launched;
  launched = undefined;
  await browser?.close();
}

/** Returns the requests to other hosts than that of `baseUrl`. `data:` and `blob:` URLs are no requests. */
export function requestsElsewhere(requests: readonly string[], baseUrl: string): string[] {
  const { host } = new URL(baseUrl);
  return requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== host);
}
