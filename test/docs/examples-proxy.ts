import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Ids = Readonly<Record<string, string>>;

/** Headers that each of the two connections has for itself. */
const ofConnection = ['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'expect'];

/** What `curl` of the examples reads: an answer other than 2xx ends an example. */
export const curlrc = 'silent\nshow-error\nfail-with-body\n';

interface Proxied {
  /** URL at which the server listens. */
  readonly target: string;
  /** URL that the server has in its answers. */
  readonly base: string;
  readonly stateFile: string;
}

/**
 * Starts a server to which the examples of the documents send their requests. Placeholders such as `spc_…` become the ids of
 * the file, and later placeholders the ids of the answers. An answer with errors gets a status that ends the example.
 */
export async function examplesProxy({ target, base, stateFile }: Proxied): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, server };

  async function forward(request: IncomingMessage, response: ServerResponse) {
    const ids = JSON.parse(readFileSync(stateFile, 'utf8')) as Ids;
    const filled = (text: string) =>
      text
        .replaceAll(url, base)
        .replaceAll(/\b([a-z]{2,5})_(?:…|%E2%80%A6)/gi, (placeholder, prefix: string) => ids[prefix] ?? placeholder);
    const { method = 'GET' } = request;
    const path = filled(request.url ?? '');
    const sent = await buffer(request);
    const isText = /json|text/.test(request.headers['content-type'] ?? '');
    const answer = await fetch(`${target}${path}`, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        ofConnection.includes(name) ? [] : [[name, String(value)]],
      ),
      redirect: 'manual',
      ...(sent.length === 0 ? {} : { body: isText ? filled(sent.toString()) : new Uint8Array(sent) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const value = read(body);
    const hasErrors = typeof value === 'object' && value !== null && 'errors' in value;
    if (answer.ok && !hasErrors) writeFileSync(stateFile, JSON.stringify({ ...ids, ...newIds(value) }));
    const headers = [...answer.headers].filter(([name]) => !ofConnection.includes(name));
    response.writeHead(hasErrors ? 422 : answer.status, Object.fromEntries(headers));
    response.end(value === undefined ? body : body.toString().replaceAll(base, url));
  }
}

/** Returns the ids in an answer. What the pages are about stays, unless it is what was asked for. */
function newIds(value: unknown, isTop = true): Ids {
  if (typeof value !== 'object' || value === null) return {};
  const inside = Object.assign({}, ...Object.values(value).map((one) => newIds(one, false))) as Ids;
  const id = 'id' in value && typeof value.id === 'string' ? value.id : undefined;
  const [prefix] = id?.split('_') ?? [];
  const isKept = ['org', 'spc', 'pg', 'usr'].includes(prefix ?? '') && !isTop;
  return id === undefined || prefix === undefined || isKept ? inside : { ...inside, [prefix]: id };
}

function read(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
