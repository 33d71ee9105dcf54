import { failure } from '../../../lib/errors.ts';
import { TaskEnded } from '../../../infra/workers/pool.ts';
import type { Context } from '../../core/context.ts';
import { readCertificates } from '../saml/certificates.ts';
import { refused, type AssertionFacts } from '../saml/check-assertion.ts';
import { serviceUrls } from '../saml/providers.ts';
import { insertAssertion, takeRequest } from '../saml/queries.ts';
import { decryptPrivateKey } from '../saml/service-key.ts';
import { getActiveProvider, type ActiveProvider } from '../saml/start.ts';
import type { PostedResponse } from '../saml/verify-response.ts';
import { transact } from '../../core/transact.ts';
import { admitPerson, noting } from './admit-person.ts';
import { findPerson } from './person.ts';

/**
 * Processes the response of an identity provider and returns the URL to redirect to: that of the request, with a code.
 * A response is accepted once across all processes. Throws not_found, sign_in_refused.
 */
export async function finishSignIn(
  outer: Context,
  { providerId, response }: { readonly providerId: string; readonly response: string },
): Promise<string> {
  const provider = await getActiveProvider(outer, providerId);
  const facts = await verified(outer, provider, response);
  const person = findPerson(facts);
  if (person === null) throw refused('it does not name an email address');
  return transact(outer, async (ctx) => {
    const now = ctx.now();
    const request = await takeRequest(ctx.sql, { id: facts.inResponseTo, providerId, now });
    if (request === null) throw refused('it does not answer a sign-in that is in progress. Sign in again.');
    const expiresAt = new Date(facts.expiresAt);
    if (!(await insertAssertion(ctx.sql, { id: facts.id, providerId, expiresAt })))
      throw refused('it was used before. Sign in again.');
    const sessionEndsAt = facts.sessionEndsAt === null ? null : new Date(facts.sessionEndsAt);
    return admitPerson(ctx, { provider, request, sessionEndsAt }, { ...person, ...ofSaml });
  }).catch(noting(outer, provider));
}

/** A SAML provider knows people by their addresses, which count as theirs in the email domains of the organization. */
const ofSaml = { subject: null, doubt: null, admits: 'domains', given: null } as const;

/** Verifies the response in a worker, which isolates hostile documents. */
async function verified(ctx: Context, provider: ActiveProvider, response: string): Promise<AssertionFacts> {
  const { entityID, acsURL } = serviceUrls(ctx.urls, provider.id);
  const now = ctx.now();
  const certificates = readCertificates(provider.certificate).filter(({ expiresAt }) => expiresAt > now);
  if (certificates.length === 0)
    throw failure('sign_in_refused', 'Every certificate of the identity provider has expired. Tell an admin.');
  const posted: PostedResponse = {
    response,
    certificates: certificates.map(({ pem }) => pem),
    privateKey: decryptPrivateKey(ctx, provider),
    issuer: provider.entityID,
    audience: entityID,
    recipient: acsURL,
    now: now.getTime(),
  };
  const { texts, textTimeoutMs: timeoutMs } = ctx.workers;
  try {
    return await texts.run('verifyResponse', [posted], { timeoutMs, owner: provider.id });
  } catch (error) {
    if (error instanceof TaskEnded) throw refused('it is too large or too complex', error);
    throw error;
  }
}
