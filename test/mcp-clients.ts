import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FastifyInstance } from 'fastify';

/** The published clients of the protocol, and the revisions that they can speak. */
export const mcpClients = ['sdk', 'client', 'client without a handshake'] as const;

export type McpClient = (typeof mcpClients)[number];

/** What the clients have in common. */
export interface ConnectedClient extends AsyncDisposable {
  readonly listTools: () => Promise<readonly ListedTool[]>;
  /** Calls a tool, and returns its blocks of text. */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<CalledTool>;
}

interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

interface CalledTool {
  readonly texts: readonly string[];
  readonly isError: boolean;
}

/** A `fetch` that asks a server of the process, at any host. */
const fetchFrom =
  (app: FastifyInstance) =>
  async (input: string | URL, init: RequestInit = {}) => {
    const { host, pathname, search } = new URL(input);
    const { statusCode, headers, rawPayload } = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = statusCode === 202 || statusCode === 204 ? null : Buffer.from(rawPayload);
    return new Response(body, { status: statusCode, headers: given });
  };

export const clientInfo = { name: 'tests', version: '1.0.0' };

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** A server of the process, or how others are asked. */
type Connection = { readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly app: FastifyInstance }
  | { readonly fetch: Fetch }
);

/** Connects a published client to an address of a server. */
export async function connectClient(
  kind: McpClient,
  url: string,
  { headers = {}, ...server }: Connection,
): Promise<ConnectedClient> {
  const options = { fetch: 'fetch' in server ? server.fetch : fetchFrom(server.app), requestInit: { headers } };
  const client =
    kind === 'sdk'
      ? new EarlierClient(clientInfo)
      : new Client(clientInfo, kind === 'client' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const transport =
    kind === 'sdk'
      ? new EarlierTransport(new URL(url), options)
      : new StreamableHTTPClientTransport(new URL(url), options);
  await client.connect(transport as never);
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, given = {}) => {
      const { content, isError } = (await client.callTool({ name, arguments: given })) as Answered;
      return { texts: content.map(({ text }) => text), isError: isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

interface Answered {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}
