import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { requireScope, requireSsoSignIn } from '../../../access/policy.ts';
import { failure, invalid } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { resolveExpiry, resolveOrganization, resolveScopes } from '../tokens/bounds.ts';
import { answerOf, requirePublished, scopesOfResource } from './authorization.ts';
import { loadClient } from './clients.ts';
import { codeLifetimeMs } from './fields.ts';
import type { AllowClientInput } from './inputs.ts';
import { deleteExpiredCodes } from './queries.ts';
import { withAnswer } from './redirects.ts';

/** What a person allows a client. */
export type AllowedClient = z.output<typeof AllowClientInput>;

/** Where the browser brings the code to the client. */
export interface AllowedReturn {
  readonly returnURL: string;
}

/**
 * Lets a client act for the caller: issues a code, which the client exchanges for tokens. Nothing is allowed that the token of the request may
 * not do itself, and a client allows no other. Throws validation_failed, insufficient_scope, forbidden; reference_not_found for an
 * organization of others, and sso_required where a sign-in is missing.
 */
export async function allowClient(outer: Context, given: AllowedClient): Promise<AllowedReturn> {
  requireScope(outer.actor, 'user:write');
  if (outer.actor.lentTo !== undefined || outer.actor.integration !== undefined)
    throw failure('forbidden', 'Only people allow clients something');
  const client = await loadClient(outer, given.clientId, 'input.clientId');
  requirePublished(client, given.redirectURL, 'input.redirectURL');
  const allowed = scopesOfResource(outer.urls, given.resource);
  if (allowed === null) throw invalid('input.resource', 'input.resource: is none for which there are tokens');
  const beyond = given.scopes.find((scope) => !allowed.includes(scope));
  if (beyond !== undefined) throw invalid('input.scopes', `input.scopes: "${beyond}" cannot be allowed there`);
  const code = randomBytes(32).toString('base64url');
  await transact(outer, async (ctx) => {
    const { userId } = ctx.actor;
    requireSsoSignIn(ctx.actor, given.organization);
    const organizationId = (await resolveOrganization(ctx, userId, given.organization)) ?? given.organization;
    const now = ctx.now();
    await deleteExpiredCodes(ctx.sql, now);
    await ctx.db.oauthCode.create({
      data: {
        hash: hashSecret(code),
        userId,
        organizationId,
        clientId: client.id,
        clientName: client.name,
        redirectURL: given.redirectURL,
        resource: given.resource,
        scopes: [...resolveScopes(ctx, given.scopes)],
        codeChallenge: given.codeChallenge,
        grantEndsAt: await resolveExpiry(ctx, given.expiresAt ?? null),
        expiresAt: new Date(now.getTime() + codeLifetimeMs),
      },
    });
  });
  return { returnURL: withAnswer(given.redirectURL, answerOf(outer.urls, given.state ?? null, { code })) };
}
