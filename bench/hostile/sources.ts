import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Sources {
  /** Serves a text as Markdown until it is removed. Returns its URL. */
  add(name: string, text: string): string;
  remove(name: string): void;
  close(): void;
}

/** Starts a server of texts that an import fetches. */
export async function serveSources(): Promise<Sources> {
  const texts = new Map<string, string>();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/markdown' }).end(texts.get(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    add: (name, text) => {
      texts.set(`/${name}.md`, text);
      return `http://127.0.0.1:${port}/${name}.md`;
    },
    remove: (name) => void texts.delete(`/${name}.md`),
    close: () => void server.close(),
  };
}
