import * as z from 'zod';
import { DomainError, invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { maxClientId, maxClientName } from './fields.ts';
import { isLoopback, readRedirect } from './redirects.ts';

/** A program that asks people to let it act for them. Its id is the URL of a document that says what it is. */
export interface OauthClient {
  readonly id: string;
  /** The host of its id: who is behind it, as far as that is known. */
  readonly host: string;
  /** What it calls itself, on one line. Anybody can call themselves anything. */
  readonly name: string;
  readonly redirects: readonly string[];
}

/** A document is kept for this time, in milliseconds. */
const keptMs = 3_600_000;
/** Maximum number of documents that are kept. */
const maxKept = 200;

/** Limits of a request of a document. Headers of the request let no redirect be followed. */
const limits = { headers: {}, accept: 'application/json', maxBodyBytes: 8_192, timeoutMs: 5_000 };

interface Kept {
  readonly client: Promise<OauthClient>;
  readonly until: number;
}

const kept = new Map<string, Kept>();

type Reading = Pick<Context, 'fetch' | 'now'>;

/**
 * Reads the client with an id, at most once an hour in each process. `path` names the field of the id. Throws validation_failed when it is no
 * such URL, when it cannot be fetched, and when the document is not that of a public client.
 */
export async function loadClient(ctx: Reading, id: string, path: string): Promise<OauthClient> {
  const url = readClientId(id, path);
  const now = ctx.now().getTime();
  const found = kept.get(id);
  if (found !== undefined && found.until > now) return found.client;
  const client = fetchClient(ctx, url, path);
  kept.delete(id);
  kept.set(id, { client, until: now + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  try {
    return await client;
  } catch (error) {
    kept.delete(id);
    throw error;
  }
}

function readClientId(id: string, path: string): URL {
  const url = id.length <= maxClientId && URL.canParse(id) ? new URL(id) : null;
  const isSafe = url !== null && (url.protocol === 'https:' || isLoopback(url));
  const isPlain = url?.href === id && url.username === '' && url.password === '' && url.hash === '';
  if (!isSafe || !isPlain || url.pathname === '/')
    throw invalid(path, `${path}: must be the https URL of the document of a client, with a path`);
  return url;
}

/** What a client publishes about itself (draft-ietf-oauth-client-id-metadata-document). */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(50),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

async function fetchClient({ fetch }: Reading, url: URL, path: string): Promise<OauthClient> {
  const refused = (reason: string) => invalid(path, `${path}: the client at ${url.host} cannot be used: ${reason}`);
  const answer = await fetch(url.href, limits).catch((error: unknown) => {
    throw error instanceof DomainError ? refused(error.message) : error;
  });
  if (answer.status !== 200) throw refused(`its document is answered with the status ${answer.status}`);
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(answer.contentType ?? '')) throw refused('its document is not JSON');
  const read = Document.safeParse(parse(answer.body));
  if (!read.success) throw refused('its document must have "client_id" and "redirect_uris"');
  const { client_id: id, client_name, redirect_uris: redirects, grant_types, token_endpoint_auth_method } = read.data;
  if (id !== url.href) throw refused('the "client_id" of its document is another');
  if ((token_endpoint_auth_method ?? 'none') !== 'none')
    throw refused('"token_endpoint_auth_method" of its document must be "none"');
  if (grant_types !== undefined && !grant_types.includes('authorization_code'))
    throw refused('"grant_types" of its document must have "authorization_code"');
  const usable = redirects.filter((text) => readRedirect(text) !== null);
  if (usable.length === 0)
    throw refused('none of its "redirect_uris" is one of https, of this machine or of a program');
  return { id, host: url.host, name: nameIn(client_name) ?? url.host, redirects: usable };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const nameIn = (text = ''): string | null =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxClientName)
    .toWellFormed() || null;
