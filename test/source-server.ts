import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The documentation in the Fastify repository (MIT, see the LICENSE in the archive). */
export const fastifyDocs = readFileSync(new URL('data/fastify-docs.zip', import.meta.url));

/** An image of two by three pixels. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEklEQVR4nGP4z8DwHwyAFIMAAEvKBfvC1ZQwAAAAAElFTkSuQmCC',
  'base64',
);

interface Served {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly status?: number;
  /** Where a redirect leads. */
  readonly location?: string;
}

export interface SourceServer extends AsyncDisposable {
  /** URL of a path. */
  url(path: string): string;
  /** Sets the response of a path, and returns its URL. */
  serve(path: string, served: Served): string;
}

/** Starts a local server to import from. Its host is allowed in tests. */
export async function sourceServer(): Promise<SourceServer> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const found = served.get(request.url ?? '');
    response.writeHead(found ? (found.status ?? 200) : 404, {
      'content-type': found?.type ?? 'text/plain',
      ...(found?.location !== undefined && { location: found.location }),
    });
    response.end(found?.body ?? 'Not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;
  return {
    url,
    serve: (path, what) => {
      served.set(path, what);
      return url(path);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
