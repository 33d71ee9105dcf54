import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../desk/paths.ts';
import { html, jsonBlock } from '../../lib/html.ts';
import { findCoding } from '../http/accepts-encoding.ts';
import { assetUrl, cachedForever } from './assets.ts';
import { deskFacts, findDeskFile } from './desk-files.ts';
import { callingHeaders } from './headers.ts';
import { pageLinks } from './layout.ts';
import { sendPage } from './send-page.ts';

/** Serves the desk at `/app` and at every path of `urls.app` (docs/reference/urls.md), and its files. */
export function registerDesk(app: FastifyInstance, { basePath }: { readonly basePath: string }): void {
  for (const [path, view] of Object.entries(paths))
    app.get(path, (request, reply) => sendDesk(request, reply, { basePath, view }));
  app.get('/assets/desk/:name', sendDeskFile);
}

/** Sends the page of a view. */
export async function sendDesk(
  request: FastifyRequest,
  reply: FastifyReply,
  { basePath, view }: { readonly basePath: string; readonly view: string },
): Promise<FastifyReply> {
  return sendPage(request, reply, { html: await deskPage(basePath, view), headers: callingHeaders });
}

/** The page that loads a view. Its own files are asked for with the script, not after it. */
async function deskPage(basePath: string, view: string): Promise<string> {
  const { script, style, first, views } = await deskFacts();
  const address = (name: string) => `${basePath}/assets/desk/${name}`;
  const parts = [...first, ...(views[view] ?? [])].filter((name) => name !== script);
  const doors = pageLinks.map(({ path, text }) => html`<a href="${basePath + path}">${text}</a> `);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Octavo</title>
        <link rel="icon" type="image/svg+xml" href="${assetUrl(basePath, 'favicon.svg')}" />
        <link rel="stylesheet" href="${address(style)}" />
        <script type="module" src="${address(script)}"></script>
        ${parts.map((name) => html`<link rel="modulepreload" href="${address(name)}" /> `)}
      </head>
      <body>
        <div id="root">
          <noscript><p>This page needs JavaScript. Without it: ${doors}</p></noscript>
        </div>
        ${jsonBlock('settings', { basePath })}
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
