import { failure } from '../../../lib/errors.ts';
import { TaskEnded } from '../../../infra/workers/pool.ts';
import type { Context } from '../../core/context.ts';
import { readCertificates } from '../saml/certificates.ts';
import { refused, type AssertionFacts } from '../saml/check-assertion.ts';
import { serviceUrls } from '../saml/providers.ts';
import { findVisitorRequest, insertAssertion, takeRequest } from '../saml/queries.ts';
import { decryptPrivateKey } from '../saml/service-key.ts';
import { getActiveProvider, type ActiveProvider } from '../saml/start.ts';
import type { PostedResponse } from '../saml/verify-response.ts';
import { transact } from '../../core/transact.ts';
import { claimsOfAttributes } from '../visitors/attribute-claims.ts';
import type { AdaptiveSchema } from '../visitors/claims-schema.ts';
import { admitPerson, noting } from './admit-person.ts';
import { findPerson } from './person.ts';
import { isOfVisitor, leadingBack, type VisitorEntrance } from './visitor.ts';

interface Posted {
  readonly providerId: string;
  readonly response: string;
  /** What the provider sends back as it got it. It is the id of the request of a visitor, and proves nothing. */
  readonly relayState: string | null;
}

/**
 * Processes the response of an identity provider and returns the URL to redirect to: that of the request, with a code.
 * A response is accepted once across all processes. A visitor of a site who is refused is led back there. Throws not_found,
 * sign_in_refused.
 */
export async function finishSignIn(
  outer: Context,
  { providerId, response, relayState }: Posted,
  visitors: VisitorEntrance,
): Promise<string> {
  const provider = await getActiveProvider(outer, providerId);
  let id = relayState;
  const finish = async () => {
    const facts = await verified(outer, provider, response);
    id = facts.inResponseTo;
    return accept(outer, provider, { facts, visitors });
  };
  const find = async () => (id === null ? null : findVisitorRequest(outer.sql, { id, providerId }));
  return finish().catch(leadingBack(outer, visitors, find));
}

interface Accepted {
  readonly facts: AssertionFacts;
  readonly visitors: VisitorEntrance;
}

/** Admits the person of a verified assertion, which answers a request that is under way, once. */
async function accept(outer: Context, provider: ActiveProvider, { facts, visitors }: Accepted): Promise<string> {
  const found = findPerson(facts);
  if (found === null) throw refused('it does not name an email address');
  const { id: providerId } = provider;
  return transact(outer, async (ctx) => {
    const now = ctx.now();
    const request = await takeRequest(ctx.sql, { id: facts.inResponseTo, providerId, now });
    if (request === null) throw refused('it does not answer a sign-in that is in progress. Sign in again.');
    const expiresAt = new Date(facts.expiresAt);
    if (!(await insertAssertion(ctx.sql, { id: facts.id, providerId, expiresAt })))
      throw refused('it was used before. Sign in again.');
    const sessionEndsAt = facts.sessionEndsAt === null ? null : new Date(facts.sessionEndsAt);
    const person = { ...found, ...ofSaml };
    if (!isOfVisitor(request)) return admitPerson(ctx, { provider, request, sessionEndsAt }, person);
    const claimsFor = (schema: AdaptiveSchema | null) => claimsOfAttributes(schema, facts.attributes);
    return visitors.admit(ctx, { provider, request, person, claimsFor, sessionEndsAt });
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
