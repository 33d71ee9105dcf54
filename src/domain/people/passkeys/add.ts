import { failure } from '../../../lib/errors.ts';
import type * as z from 'zod';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { findManagingOrganization, lockUser } from '../users/queries.ts';
import { wordsOfAgent } from '../sessions/agents.ts';
import { newChallenge, spendChallenge } from './challenges.ts';
import { emitOfPasskey } from './events.ts';
import { algorithms, challengeLifetimeMs, maxPasskeyName, maxPasskeys } from './fields.ts';
import type { AddPasskeyInput } from './inputs.ts';
import { getPasskey, type Passkey } from './passkeys.ts';
import { listCredentialIds } from './queries.ts';
import { requireRecentSignIn } from './recent.ts';
import { requireRelyingParty, type RelyingParty } from './relying-party.ts';
import { refusedPasskey, verifyNew, type NewCredential } from './verify.ts';

/** What a browser makes a passkey by: the parts of `PublicKeyCredentialCreationOptions` that vary. */
export interface PasskeyCreation {
  readonly challenge: string;
  readonly rpId: string;
  /** The id of the user as bytes, base64url. */
  readonly userHandle: string;
  readonly userName: string;
  readonly displayName: string;
  readonly algorithms: readonly number[];
  /** Credentials that the user has, of which an authenticator has at most one. */
  readonly excluded: readonly string[];
  readonly timeoutMs: number;
}

/** For whom a passkey is made, and for what its challenge is. */
export interface PasskeyOwner {
  readonly id: string;
  readonly displayName: string;
  readonly address: string | null;
  readonly use: { readonly purpose: 'add' | 'link'; readonly subject: string };
}

/** Returns what a browser makes a passkey of a user by, with a new challenge. */
export async function creationFor(ctx: Context, owner: PasskeyOwner): Promise<PasskeyCreation> {
  const { id: rpId } = requireRelyingParty(ctx.urls);
  return {
    challenge: await newChallenge(ctx, owner.use),
    rpId,
    userHandle: Buffer.from(owner.id).toString('base64url'),
    userName: owner.address ?? owner.displayName,
    displayName: owner.displayName,
    algorithms,
    excluded: await listCredentialIds(ctx.sql, owner.id),
    timeoutMs: challengeLifetimeMs,
  };
}

/** Begins to add a passkey to the caller. Throws forbidden for a managed user, reauthentication_required, invalid_state. */
export async function beginPasskey(ctx: Context): Promise<PasskeyCreation> {
  const { userId } = ctx.actor;
  await requireOwner(ctx);
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { displayName, email, assertedEmail } = user;
  const use = { purpose: 'add', subject: userId } as const;
  return creationFor(ctx, { id: userId, displayName, address: email ?? assertedEmail, use });
}

/**
 * Adds a passkey to the caller. Throws forbidden for a managed user, reauthentication_required, sign_in_refused;
 * already_exists for a credential that is known; invalid_state beyond the limit.
 */
export async function addPasskey(
  outer: Context,
  { name, credential }: z.output<typeof AddPasskeyInput>,
): Promise<Passkey> {
  const { userId } = outer.actor;
  await requireOwner(outer);
  const party = requireRelyingParty(outer.urls);
  await spendChallenge(outer, credential, { purpose: 'add', subject: userId, party });
  return transact(outer, async (ctx) => {
    const id = await storePasskey(ctx, { userId, name: name ?? null, credential, party });
    return getPasskey(ctx, id);
  });
}

async function requireOwner(ctx: Context): Promise<void> {
  requireScope(ctx.actor, 'user:write');
  if ((await findManagingOrganization(ctx.sql, ctx.actor.userId)) !== null)
    throw failure('forbidden', 'An organization manages this user, who signs in by its identity provider');
  await requireRecentSignIn(ctx);
}

interface MadePasskey {
  readonly userId: string;
  readonly name: string | null;
  readonly credential: NewCredential;
  readonly party: RelyingParty;
}

/** Verifies a new passkey and stores it for a user, whom it locks. Returns its id. */
export async function storePasskey(ctx: Context, { userId, name, credential, party }: MadePasskey): Promise<string> {
  const { publicKey, algorithm, counter } = verifyNew(credential, party);
  await lockUser(ctx.sql, userId);
  if ((await findManagingOrganization(ctx.sql, userId)) !== null)
    throw refusedPasskey('an organization manages this user, who signs in by its identity provider');
  if ((await ctx.db.passkey.count({ where: { userId } })) >= maxPasskeys)
    throw failure('invalid_state', `A person can have at most ${maxPasskeys} passkeys. Remove one first.`);
  const where = { credentialId: credential.id };
  if ((await ctx.db.passkey.findUnique({ where, select: { id: true } })) !== null)
    throw failure('already_exists', 'This passkey is known already');
  const passkey = { id: ctx.newId('psk'), userId, name: name ?? nameByAgent(ctx), rpId: party.id };
  await ctx.db.passkey.create({
    data: {
      ...passkey,
      credentialId: credential.id,
      publicKey: Uint8Array.from(publicKey),
      algorithm,
      counter,
      createdAt: ctx.now(),
    },
  });
  await emitOfPasskey(ctx, 'passkey.added', passkey);
  return passkey.id;
}

function nameByAgent({ origin }: Context): string {
  const { browser, system } = wordsOfAgent(origin.userAgent);
  return [browser ?? 'Passkey', system].filter(Boolean).join(' on ').slice(0, maxPasskeyName);
}
