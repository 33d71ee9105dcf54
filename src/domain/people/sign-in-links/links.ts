import { randomBytes } from 'node:crypto';
import { failure } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { signInPage } from '../passkeys/relying-party.ts';
import type { PasskeyCreation } from '../passkeys/add.ts';
import { linkLifetimeMs, type LinkPurpose, type openedPurposes } from './fields.ts';
import { deleteExpiredLinks } from './queries.ts';

/** A link that was just made. Its URL is not stored, so it cannot be read again. */
export interface SignInLink {
  readonly userId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** The organization that invites. */
  readonly organizationId?: string;
  readonly createdById?: string;
  /** Whether it is sent to the address of the person, and shown to nobody else. */
  readonly provesAddress?: boolean;
}

/** What a link is, for the page that opens it. */
export interface OpenedLink {
  readonly purpose: keyof typeof openedPurposes;
  readonly displayName: string;
  /** Title of the organization that invites; null for other links. */
  readonly organizationTitle: string | null;
  /** Id of the organization that an invite link is for; null for other links. */
  readonly organizationId: string | null;
  /** Null for an invite link, which ends when it is revoked. */
  readonly expiresAt: string | null;
  readonly creation: PasskeyCreation;
}

/** Stores the hashes of new links, and returns the links in their order. Performs no authorization. */
export async function makeLinks(
  ctx: Pick<Context, 'db' | 'sql' | 'now' | 'urls'>,
  links: readonly NewLink[],
): Promise<SignInLink[]> {
  const now = ctx.now();
  await deleteExpiredLinks(ctx.sql, now);
  const made = links.map((link) => ({
    ...link,
    secret: randomBytes(32).toString('base64url'),
    expiresAt: new Date(now.getTime() + linkLifetimeMs[link.purpose]),
  }));
  await ctx.db.signInLink.createMany({
    data: made.map(({ secret, ...link }) => ({ ...link, hash: hashSecret(secret), createdAt: now })),
  });
  return made.map(({ userId, secret, expiresAt }) => ({ userId, url: signInPage(ctx.urls, secret), expiresAt }));
}

export const refusedLink = () =>
  failure('sign_in_refused', 'The link is unknown, expired or already used. Ask whoever sent it for a new one.');
