import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ensureExamples } from '../../scripts/examples.mjs';
import { hasChromium } from '../browser.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Serves a built dashboard as hosts of static files do for such pages: a path without a file is answered with its page. */
export async function startDashboard(name: string): Promise<{ readonly origin: string; readonly close: () => void }> {
  const root = join(folder ?? '', name, 'dist');
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = join(root, pathname);
    const type = types[extname(pathname)];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(readFileSync(type !== undefined && existsSync(file) ? file : join(root, 'index.html')));
  });
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  return { origin: `http://127.0.0.1:${(files.address() as AddressInfo).port}`, close: () => files.close() };
}

/** The folder of the built examples; null where they cannot be tried. */
export const folder: string | null = hasChromium ? await ensureExamples() : null;

const noFolder = folder === null ? ' (skipped: its packages cannot be installed)' : '';
/** Why the examples are not tried, for the names of tests. */
export const because: string = hasChromium ? noFolder : ' (skipped: no /usr/bin/chromium)';
