import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readZip } from '../src/text/imports/unpack/zip.ts';

/** Response of a page, delayed by `after` milliseconds. */
export interface SitePage {
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly status?: number;
  readonly location?: string;
  readonly afterMs?: number;
}

export interface SiteServer extends AsyncDisposable {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: string[];
}

const read = async (name: string) =>
  (await readZip(readFileSync(new URL(`data/sites/${name}.zip`, import.meta.url)))).entries;

/** Markdown sources of the generated sites, by path. */
export const siteSource = async () =>
  new Map((await read('source')).map(({ path, body }) => [path, body.toString('utf8')]));

/** Serves a generated site below `folder`, with its pages at URLs without `.html`. */
export async function generatedSite(name: 'vitepress' | 'docusaurus', folder: string): Promise<SiteServer> {
  const files = new Map((await read(name)).map(({ path, body }) => [`${folder}${path}`, body]));
  return siteServer((path, origin) => {
    const file = [path, `${path}index.html`, `${path}.html`].find((candidate) => files.has(candidate));
    const body = file === undefined ? undefined : files.get(file);
    if (file === undefined || body === undefined) return undefined;
    if (file.endsWith('.png')) return { body, type: 'image/png' };
    const text = body.toString('utf8').replaceAll('https://docs.example.org', origin);
    return { body: text, type: file.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8' };
  });
}

/** Serves a local website. `answer` creates the response of a path. Other paths respond with 404. */
export async function siteServer(answer: (path: string, origin: string) => SitePage | undefined): Promise<SiteServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const { port } = server.address() as AddressInfo;
    const page = answer(path, `http://127.0.0.1:${port}`) ?? { status: 404, body: 'Not here', type: 'text/plain' };
    const send = () => {
      const headers = { 'content-type': page.type ?? 'text/html', ...(page.location && { location: page.location }) };
      response.writeHead(page.status ?? (page.location ? 302 : 200), headers).end(page.body ?? '');
    };
    if (page.afterMs === undefined) send();
    else setTimeout(send, page.afterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
