// Measures what a browser loads for the first visit of a page of 30 kB of Markdown, with an empty cache, from the build
// (`npm run build`). Usage: `tsx bench/weight.ts [--database URL]`.
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { readLongText } from '../test/long-text.ts';
import { publishTexts } from './hostile/published.ts';
import { startServer } from './hostile/server.ts';

const { values } = parseArgs({ options: { database: { type: 'string' } } });

/** What one request of a visit weighs: the body as it was sent, and all bytes with the headers. */
interface Loaded {
  readonly name: string;
  readonly body: number;
  readonly all: number;
}

/** Visits a page with an empty cache, and lists what it loads. */
async function visit(browser: Browser, url: string): Promise<Loaded[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
      const { name, encodedBodySize: body, transferSize: all } = entry as PerformanceResourceTiming;
      return { name: new URL(name).pathname.split('/').at(-1) ?? '', body, all };
    }),
  );
  await context.close();
  return loaded;
}

const server = await startServer({ database: values.database, boxMs: 60_000 });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const { urls } = await publishTexts(server.call, [
    { title: 'First', text: 'First' },
    { title: 'Large', text: readLongText() },
  ]);
  const url = urls[1] ?? '';
  process.stdout.write('| visit | file | body | with headers |\n| --- | --- | --: | --: |\n');
  for (const number of [1, 2, 3]) {
    const loaded = await visit(browser, url);
    const sum = (key: 'body' | 'all') => loaded.reduce((total, one) => total + one[key], 0);
    const rows = [...loaded, { name: 'together', body: sum('body'), all: sum('all') }];
    process.stdout.write(rows.map(({ name, body, all }) => `| ${number} | ${name} | ${body} | ${all} |\n`).join(''));
  }
} finally {
  await browser.close();
  await server.close();
}
