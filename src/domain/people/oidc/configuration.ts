import type * as Client from 'openid-client';
import { DomainError, failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { openSecret, type OidcProvider } from './providers.ts';

/** What a provider publishes about itself is kept for this time, in milliseconds. */
const keptMs = 3_600_000;

/** Maximum number of providers that are kept. */
const maxKept = 200;

/** Limits of a request to a provider. */
const limits = { maxBodyBytes: 262_144, timeoutMs: 5_000 };

/** Algorithms by which ID tokens may be signed. */
const signatureAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

interface Kept {
  readonly configuration: Promise<Client.Configuration>;
  readonly until: number;
}

const kept = new Map<string, Kept>();

/**
 * The client of a provider, with what the provider publishes about itself, which is read at most once an hour by each
 * process. Throws sign_in_refused when it cannot be read.
 */
export async function configurationOf(ctx: Context, provider: OidcProvider): Promise<Client.Configuration> {
  const key = `${provider.id} ${provider.version}`;
  const now = ctx.now().getTime();
  const found = kept.get(key);
  if (found !== undefined && found.until > now) return found.configuration;
  const configuration = discover(ctx, provider);
  kept.delete(key);
  kept.set(key, { configuration, until: now + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  try {
    return await configuration;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** Reads what a provider publishes about itself. Throws sign_in_refused with what is wrong. */
export async function discover(ctx: Context, provider: OidcProvider): Promise<Client.Configuration> {
  const client = await import('openid-client');
  const secret = openSecret(ctx, provider);
  const customFetch = guarded(ctx);
  const execute = isLoopback(provider.issuer) ? [client.allowInsecureRequests] : [];
  try {
    const found = await client.discovery(new URL(provider.issuer), provider.clientId, undefined, client.None(), {
      [client.customFetch]: customFetch,
      execute,
    });
    const metadata = publishedBy(found);
    const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const usable = supported.filter((name) => signatureAlgorithms.includes(name));
    if (usable.length === 0)
      throw problem(`it signs ID tokens by ${supported.join(', ')} only, and not by RS256, PS256, ES256 or EdDSA`);
    const configuration = new client.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: usable },
      provider.clientId,
      { client_secret: secret ?? undefined, [client.clockTolerance]: 60, [client.skipSubjectCheck]: undefined },
      authenticationOf(client, metadata, secret),
    );
    configuration[client.customFetch] = customFetch;
    for (const extend of execute) extend(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  } catch (error) {
    throw problem(reasonOf(error), error);
  }
}

/** What a provider publishes, without the functions of the library. */
const publishedBy = (found: Client.Configuration) =>
  Object.fromEntries(
    Object.entries(found.serverMetadata()).filter(([, value]) => typeof value !== 'function'),
  ) as Client.ServerMetadata;

const problem = (reason: string, cause?: unknown) =>
  cause instanceof DomainError && cause.type === 'sign_in_refused'
    ? cause
    : failure('sign_in_refused', `The identity provider cannot be used: ${reason}`, { cause });

const isLoopback = (issuer: string) => new URL(issuer).protocol === 'http:';

/** Basic is what a provider supports that says nothing (OpenID Connect Discovery, section 3). */
function authenticationOf(
  client: typeof Client,
  metadata: Pick<Client.ServerMetadata, 'token_endpoint_auth_methods_supported'>,
  secret: string | null,
) {
  if (secret === null) return client.None();
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return supported.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** A `fetch` that reaches only what requests of callers may reach. Redirects are not followed. */
const guarded =
  ({ fetch }: Pick<Context, 'fetch'>): Client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? '' : String(body as URLSearchParams | string);
    const plain = Object.fromEntries(new Headers(headers as Record<string, string>));
    const answer = await fetch(url, {
      ...limits,
      ...(method === 'POST' ? { post: { body: sent, headers: plain } } : { headers: plain }),
    });
    const { 'content-encoding': _coding, 'content-length': _length, ...kinds } = answer.headers;
    const isEmpty = [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: kinds });
  };

/** Says in words why a request to a provider failed, or why its answer was refused. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return error.message;
  if (!(error instanceof Error)) return 'it did not answer as expected';
  const { cause } = error;
  const inner = cause instanceof DomainError || (cause instanceof Error && 'code' in cause) ? reasonOf(cause) : null;
  if (inner !== null) return inner;
  if ('error' in error && typeof error.error === 'string') {
    const told = 'error_description' in error ? error.error_description : null;
    return `it answered "${error.error}"${typeof told === 'string' ? ` (${told.slice(0, 200)})` : ''}`;
  }
  const said = error.message.slice(0, 300);
  return 'code' in error && typeof error.code === 'string' ? `${said} (${error.code})` : said;
}
