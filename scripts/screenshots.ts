// Takes pictures of the pages of a running server: `npm run screenshots [URL] [FOLDER]`. For looking at them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [, , base = 'http://127.0.0.1:3000', folder = 'dist.screenshots'] = process.argv;
const pages = { front: '/', docs: '/docs', login: '/login' } as const;
const widths = [1440, 390] as const;
const looks = ['light', 'dark'] as const;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (const width of widths)
    for (const colorScheme of looks) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(new URL(path, base).href);
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file });
        console.log(file);
      }
      await context.close();
    }
} finally {
  await browser.close();
}
