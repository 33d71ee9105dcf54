import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { ensureExamples } from '../../scripts/examples.mjs';
import { hasChromium } from '../browser.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the files of a folder, as a host of static files does. */
export async function startFiles(root: string, port: number): Promise<Server> {
  const files = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.replace(/\/$/, '/index.html');
    response.setHeader('content-type', types[extname(path)] ?? 'text/plain');
    response.end(readFileSync(join(root, path)));
  });
  files.listen(port, '127.0.0.1');
  await once(files, 'listening');
  return files;
}

export const dashboards = ['relay', 'urql'];

/** The folder of the built examples; null where they cannot be tried. */
export const folder: string | null = hasChromium ? await ensureExamples() : null;

const noFolder = folder === null ? ' (skipped: its packages cannot be installed)' : '';
/** Why the examples are not tried, for the names of tests. */
export const because: string = hasChromium ? noFolder : ' (skipped: no /usr/bin/chromium)';
