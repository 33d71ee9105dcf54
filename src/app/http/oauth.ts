import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  clientScopes,
  checkAuthorization,
  type Parameters,
  type RefusedAuthorization,
} from '../../domain/people/oauth/authorization.ts';
import {
  exchangeCode,
  refreshTokens,
  type IssuedTokens,
  type RefusedTokens,
} from '../../domain/people/oauth/exchange.ts';
import { revokeByClient } from '../../domain/people/oauth/revoke-token.ts';
import { countSignIn } from '../../domain/people/sign-in/attempts.ts';
import { consentPage, refusedConsentPage } from '../pages/consent.ts';
import { callingHeaders, staticHeaders } from '../pages/headers.ts';
import { basePathOf } from '../pages/layout.ts';
import type { ServerParts } from './server-context.ts';
import { anonymousContext, answerBrowsers, asAddress } from './sign-in.ts';

const metadataPath = '/.well-known/oauth-authorization-server';

/** Maximum size of a form of a client, in bytes. */
const maxFormBytes = 16_384;

/** What clients read about the server of tokens (RFC 8414). */
const metadataOf = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  revocation_endpoint: `${base}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  scopes_supported: clientScopes,
  service_documentation: `${base}/manual/use/assistants`,
});

/** Mounts the server of tokens for clients (OAuth 2.1), which need none. See docs/reference/oauth.md. */
export function mountOauth(app: FastifyInstance, parts: ServerParts): void {
  const { base } = parts.services.urls;
  const metadata = metadataOf(base);
  // With a base path, clients insert the well-known part before it (RFC 8414, section 3.1).
  for (const url of new Set([metadataPath, `${metadataPath}${basePathOf(base)}`]))
    app.get(url, (_request, reply) => reply.header('cache-control', 'no-cache').send(metadata));
  void app.register((oauth, _options, done) => {
    oauth.addHook('onRequest', asAddress);
    oauth.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) =>
      next(null, new URLSearchParams(String(body))),
    );
    answerBrowsers(oauth, parts.services.log, base);
    oauth.get('/oauth/authorize', async (request, reply) => {
      const ctx = anonymousContext(request, parts);
      countSignIn(ctx);
      const asked = await checkAuthorization(ctx, request.query as Parameters);
      const isRefused = 'error' in asked;
      const page = isRefused ? refusedConsentPage(ctx.urls, asked) : consentPage(ctx.urls, asked);
      const headers = { ...(isRefused ? staticHeaders : callingHeaders), 'cache-control': 'no-store' };
      return reply
        .code(isRefused ? 400 : 200)
        .headers(headers)
        .send(page);
    });
    oauth.post('/oauth/token', { bodyLimit: maxFormBytes }, async (request, reply) => {
      const answer = await giveTokens(request, parts);
      void reply.header('pragma', 'no-cache');
      if ('error' in answer)
        return reply.code(400).send({ error: answer.error, error_description: answer.description });
      return reply.send({
        access_token: answer.accessToken,
        token_type: 'Bearer',
        expires_in: answer.expiresIn,
        refresh_token: answer.refreshToken,
        scope: answer.scopes.join(' '),
      });
    });
    oauth.post('/oauth/revoke', { bodyLimit: maxFormBytes }, async (request, reply) => {
      const form = readForm(request, ['token', 'client_id']);
      if ('error' in form) return sendRefused(reply, form);
      await revokeByClient(anonymousContext(request, parts), { token: form['token'], clientId: form['client_id'] });
      return reply.code(200).send();
    });
    done();
  });
}

type FormError = { readonly error: string; readonly description: string };

const sendRefused = (reply: FastifyReply, { error, description }: FormError | RefusedAuthorization) =>
  reply.code(400).send({ error, error_description: description });

async function giveTokens(
  request: FastifyRequest,
  parts: ServerParts,
): Promise<IssuedTokens | RefusedTokens | FormError> {
  const kind = readForm(request, ['grant_type', 'client_id']);
  if ('error' in kind) return kind;
  const ctx = anonymousContext(request, parts);
  const { client_id: clientId, resource = null } = kind;
  if (kind['grant_type'] === 'authorization_code') {
    const form = readForm(request, ['code', 'redirect_uri', 'code_verifier']);
    if ('error' in form) return form;
    const { code, redirect_uri: redirectURL, code_verifier: codeVerifier } = form;
    return exchangeCode(ctx, { code, redirectURL, codeVerifier, clientId, resource });
  }
  if (kind['grant_type'] === 'refresh_token') {
    const form = readForm(request, ['refresh_token']);
    if ('error' in form) return form;
    return refreshTokens(ctx, { refreshToken: form['refresh_token'], clientId, resource });
  }
  return { error: 'unsupported_grant_type', description: 'grant_type must be "authorization_code" or "refresh_token"' };
}

type Form<Name extends string> = Readonly<Record<Name, string>> & { readonly resource?: string };

/** Reads the form of a client, which must have the fields, each once (RFC 6749, section 3.2). */
function readForm<const Name extends string>({ body }: FastifyRequest, names: readonly Name[]): Form<Name> | FormError {
  const refuse = (description: string): FormError => ({ error: 'invalid_request', description });
  if (!(body instanceof URLSearchParams)) return refuse('The body must be a form');
  if (new Set(body.keys()).size !== body.size) return refuse('Each parameter must be given once');
  const missing = names.find((name) => !body.get(name));
  if (missing !== undefined) return refuse(`The parameter "${missing}" is missing`);
  return Object.fromEntries(body) as Form<Name>;
}
