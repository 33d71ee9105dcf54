import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstReads } from '../../desk/first-reads.ts';
import { paths } from '../../desk/paths.ts';
import { html, jsonBlock, trustedHtml } from '../../lib/html.ts';
import { findCoding } from '../http/accepts-encoding.ts';
import { assetUrl, cachedForever } from './assets.ts';
import { deskFacts, findDeskFile } from './desk-files.ts';
import { callingHeadersWith } from './headers.ts';
import { pageLinks } from './layout.ts';
import { sendPage } from './send-page.ts';

type DeskPath = keyof typeof paths;

/** An address of the desk: the path of the table, the ids in it, and whether it has a query, on which what is asked for depends. */
interface DeskAddress {
  readonly basePath: string;
  readonly path: DeskPath;
  readonly ids: Readonly<Record<string, string>>;
  readonly hasQuery: boolean;
}

/** Serves the desk at `/app` and at every path of `urls.app` (docs/reference/urls.md), and its files. */
export function registerDesk(app: FastifyInstance, { basePath }: { readonly basePath: string }): void {
  for (const path of Object.keys(paths) as DeskPath[])
    app.get(path, (request, reply) => sendDesk(request, reply, { basePath, path }));
  app.get('/assets/desk/:name', sendDeskFile);
}

/** Sends the page of a view. */
export async function sendDesk(
  request: FastifyRequest,
  reply: FastifyReply,
  { basePath, path }: Pick<DeskAddress, 'basePath' | 'path'>,
): Promise<FastifyReply> {
  const ids = request.params as DeskAddress['ids'];
  const address = { basePath, path, ids, hasQuery: request.url.includes('?') };
  const headers = callingHeadersWith((await deskFacts()).start);
  return sendPage(request, reply, { html: await deskPage(address), headers });
}

/** What the frame and the view of an address ask for first. */
async function readsOf({ path, ids, hasQuery }: DeskAddress) {
  const { queries } = await deskFacts();
  const reads = [['Frame', {}] as const, ...(hasQuery ? [] : [firstReads[path] ?? []])];
  return reads.flatMap(([name, given]) => {
    if (name === undefined) return [];
    const variables = Object.entries(given ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? ids[value.slice(1)] : value,
    ]);
    return [{ name, query: queries[name], variables: Object.fromEntries(variables) as object }];
  });
}

/** A script that stands in a page, as it is: its hash counts every blank. */
const inPage = (script: string) => trustedHtml(`<script>${script}</script>`);

/**
 * The page that loads a view. Whatever the view needs is asked for at once, the words and the answers of the server by the script in
 * the page, which therefore stands before the style: a script waits for the styles before it.
 */
async function deskPage(given: DeskAddress): Promise<string> {
  const { basePath, path } = given;
  const { start, script, style, views, words } = await deskFacts();
  const address = (name = '') => `${basePath}/assets/desk/${name}`;
  const addresses = Object.entries(words).map(([language, name]) => [language, address(name)]);
  const settings = { basePath, words: Object.fromEntries(addresses) as object, reads: await readsOf(given) };
  const doors = pageLinks.map((door) => html`<a href="${basePath + door.path}">${door.text}</a> `);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Octavo</title>
        ${jsonBlock('settings', settings)} ${inPage(start)}
        <link rel="stylesheet" href="${address(style)}" />
        <script type="module" src="${address(script)}"></script>
        <link rel="modulepreload" href="${address(views[paths[path]])}" />
        <link rel="icon" type="image/svg+xml" href="${assetUrl(basePath, 'favicon.svg')}" />
      </head>
      <body>
        <div id="root">
          <noscript><p>This page needs JavaScript. Without it: ${doors}</p></noscript>
        </div>
      </body>
    </html> `.html;
}

async function sendDeskFile(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = findDeskFile(request.params.name);
  if (file === null) {
    reply.callNotFound();
    return reply;
  }
  reply.headers({ ...cachedForever, 'content-type': file.contentType });
  const coding = findCoding(request.headers['accept-encoding']);
  if (coding === null) return reply.send(file.body);
  return reply.header('content-encoding', coding).send(await file.compressed(coding));
}
