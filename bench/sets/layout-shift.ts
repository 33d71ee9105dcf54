import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const chromiumPath = '/usr/bin/chromium';

const looks = [
  { width: 1_440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** Opens pages in Chromium, keeps a picture of each in a folder, and returns the largest shift of their layout. */
export async function measureShifts(url: URL, paths: readonly string[], folder: string): Promise<string> {
  if (!existsSync(chromiumPath)) return 'no browser';
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu'] });
  let largest = 0;
  try {
    for (const { width, colorScheme } of looks) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(globalThis, { shift: Reflect.get(globalThis, 'shift') + Reflect.get(entry, 'value') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const [at, path] of paths.entries()) {
        await page.goto(new URL(path, url).href, { waitUntil: 'networkidle' });
        largest = Math.max(largest, await page.evaluate<number>('shift'));
        await page.screenshot({ path: join(folder, `${at}-${width}-${colorScheme}.png`) });
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return largest.toFixed(3);
}
