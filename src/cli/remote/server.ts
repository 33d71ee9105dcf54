import type { Readable } from 'node:stream';
import { request } from 'undici';
import * as z from 'zod';
import { urlsOf } from '../../app/http/address.ts';
import { readConfig } from '../../config.ts';
import { failure } from '../../lib/errors.ts';
import { version } from '../../lib/program.ts';

/** A running server, and the token for its requests. */
export interface Server {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly token?: string;
}

/**
 * Finds the server that a command calls: that of `--url` or OCTAVO_URL, or if only OCTAVO_TOKEN is set, the one of the
 * settings. Returns null when neither a server nor a token is given. Throws unauthenticated for a server without a token.
 */
export function findServer({ url }: { readonly url?: string }): Server | null {
  const config = readConfig();
  const named = url ?? config.OCTAVO_URL;
  if (config.OCTAVO_TOKEN !== undefined)
    return { url: withoutSlash(named ?? urlsOf(config, config.PORT).base), token: config.OCTAVO_TOKEN };
  if (named !== undefined) throw needsToken();
  return null;
}

/** Finds the server of a command that needs one. Throws unauthenticated without a token. */
export function requireServer(options: { readonly url?: string }): Server {
  const server = findServer(options);
  if (server === null) throw needsToken();
  return server;
}

const needsToken = () =>
  failure(
    'unauthenticated',
    'Set OCTAVO_TOKEN to an API token of the server; `octavo token create` or `octavo login` prints one',
  );

const Answered = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

const withoutSlash = (url: string) => url.replace(/\/+$/, '');

/** The body of a request: a value that is sent as JSON, or bytes. */
type Body = { readonly json: unknown } | { readonly bytes: Readable; readonly type: string };

/** Sends a request, by GET without a body and otherwise by POST. Throws with the message of the server. */
export async function call<Answer>(
  { url, token }: Server,
  path: string,
  schema: z.ZodType<Answer>,
  body?: Body,
): Promise<Answer> {
  const reply = await send(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'user-agent': `octavo/${version} (${process.platform})`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'json' in body ? 'application/json' : body.type } : {}),
    },
    ...(body ? { body: 'json' in body ? JSON.stringify(body.json) : body.bytes } : {}),
  });
  return schema.parse(await reply.body.json());
}

/** A GraphQL document and its variables. */
interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Runs a GraphQL operation. Throws forbidden with the message of the server. */
export async function ask<Data>(server: Server, schema: z.ZodType<Data>, asked: Asked): Promise<Data> {
  const { data, errors } = await call(server, '/graphql', Answered, { json: asked });
  const [error] = errors ?? [];
  if (error || data === undefined || data === null)
    throw failure('forbidden', error?.message ?? 'The server did not answer');
  return schema.parse(data);
}

/** Streams the content of a URL that needs no token. Throws with the message of the server. */
export const download = async (url: string): Promise<Readable> => (await send(url, { method: 'GET' })).body;

type Reply = Awaited<ReturnType<typeof request>>;

/** Statuses of temporary failures. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends a request. Throws unavailable when another attempt may succeed, and forbidden for other statuses than 2xx. */
async function send(url: string, options: Parameters<typeof request>[1]): Promise<Reply> {
  // No timeout, because the server responds to an upload after it has stored the file.
  const reply = await request(url, { ...options, headersTimeout: 0 }).catch((error: unknown) => {
    throw failure('unavailable', `${new URL(url).origin} cannot be reached: ${readReason(error)}`, { cause: error });
  });
  if (reply.statusCode >= 200 && reply.statusCode < 300) return reply;
  const message = readMessage(await reply.body.text()) ?? `${url} answered ${reply.statusCode}`;
  throw failure(passing.has(reply.statusCode) ? 'unavailable' : 'forbidden', message);
}

/** Returns the message of an error. When connecting to all addresses of a host fails, only the inner errors have one. */
function readReason(error: unknown): string {
  const [inner] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const reason = inner ?? error;
  return reason instanceof Error ? reason.message : String(reason);
}

/** Returns the message in the body of a REST or GraphQL error. */
function readMessage(text: string): string | undefined {
  try {
    const { error, errors } = JSON.parse(text) as Failed;
    return error?.message ?? errors?.[0]?.message;
  } catch {
    return undefined;
  }
}

interface Failed {
  readonly error?: { readonly message?: string };
  readonly errors?: readonly { readonly message?: string }[];
}
