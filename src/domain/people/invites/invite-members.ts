import type * as z from 'zod';
import { ofMember } from '../members/events.ts';
import type { Prisma } from '../../../db/generated/client.ts';
import type { Context } from '../../core/context.ts';
import { listMemberIds } from '../members/queries.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { transact } from '../../core/transact.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { emitOfInvitations } from '../sign-in-links/events.ts';
import { makeLinks, type SignInLink } from '../sign-in-links/links.ts';
import { listUnused } from '../sign-in-links/queries.ts';
import { nameFromEmail, normalizeEmail } from '../users/fields.ts';
import { lockUsersByEmail } from '../users/queries.ts';
import type { InviteMembersInput } from './inputs.ts';
import { mailInvitations } from './mail-invitations.ts';

export type Invitations = z.output<typeof InviteMembersInput> & { readonly organizationId: string };

export interface InvitedMembers {
  /** Ids of the users, in the order of the addresses. */
  readonly users: readonly string[];
  /** Number of users who were not members before. */
  readonly invited: number;
  /** Addresses of users who were already members, for whom SSO was therefore not set. */
  readonly failedSsoEmails: readonly string[];
  /** Links to sign in by, if they were asked for. */
  readonly links: readonly SignInLink[];
  /** Number of invitations that are on their way by mail. */
  readonly mailed: number;
}

/**
 * Adds the users of email addresses to an organization, also those whom an admin removed before. Creates an unverified
 * user for an unknown address. Does not change existing members. Requires `admin`. Where a mail server is configured, they are told by
 * mail unless links are asked for. Throws invalid_state for links at an address without passkeys; rate_limited.
 */
export function inviteMembers(
  outer: Context,
  { organizationId, emails, role, sso, links }: Invitations,
): Promise<InvitedMembers> {
  return transact(outer, async (ctx) => {
    const organization = await lockOrganization(ctx, organizationId, 'manageMembers');
    if (links) requireRelyingParty(ctx.urls);
    const defaultRole = role === undefined ? organization.defaultRole : role;
    const roleByEmail = new Map(
      emails.map((invitee) => [normalizeEmail(invitee.email), invitee.role === undefined ? defaultRole : invitee.role]),
    );
    const userIds = await getOrCreateUsers(ctx, organizationId, [...roleByEmail.keys()]);
    const members = await listMemberIds(ctx.sql, organizationId, [...userIds.values()]);
    const joinedAt = ctx.now();
    const added = [...roleByEmail].flatMap(([email, memberRole]) => {
      const userId = userIds.get(email);
      if (userId === undefined || members.has(userId)) return [];
      return [{ organizationId, userId, role: memberRole, sso: sso ?? false, invited: true, joinedAt }];
    });
    if (added.length > 0) await addMembers(ctx, organizationId, added);
    for (const member of added)
      ctx.emit('member.invited', ofMember(member), { user: member.userId, role: member.role ?? null });
    const users = [...userIds.values()];
    const isTold = links === true || ctx.mailer !== null;
    const unused = isTold ? await listUnused(ctx.sql, organizationId, users) : new Set<string>();
    const linked = users.filter((userId) => unused.has(userId));
    const others = added.map(({ userId }) => userId).filter((userId) => !unused.has(userId));
    return {
      users,
      invited: added.length,
      failedSsoEmails: sso ? [...userIds].flatMap(([email, userId]) => (members.has(userId) ? [email] : [])) : [],
      links: links ? await makeInvitations(ctx, organizationId, linked) : [],
      mailed: links || ctx.mailer === null ? 0 : await mailInvitations(ctx, organizationId, { linked, others }),
    };
  });
}

/** Makes links for those to whom nothing else belongs yet: for anybody else, a link would be a key to what they have. */
async function makeInvitations(
  ctx: Context,
  organizationId: string,
  userIds: readonly string[],
): Promise<SignInLink[]> {
  const { userId: createdById } = ctx.actor;
  const links = await makeLinks(
    ctx,
    userIds.map((userId) => ({ purpose: 'invitation', userId, organizationId, createdById })),
  );
  emitOfInvitations(ctx, organizationId, userIds);
  return links;
}

async function addMembers(
  ctx: Context,
  organizationId: string,
  members: readonly (Prisma.MemberCreateManyInput & { readonly userId: string })[],
): Promise<void> {
  await ctx.db.member.createMany({ data: [...members] });
  const userIds = members.map(({ userId }) => userId);
  await ctx.db.memberRemoval.deleteMany({ where: { organizationId, userId: { in: userIds } } });
}

/** Maps email addresses to user ids, in the order of the request. */
async function getOrCreateUsers(
  ctx: Context,
  organizationId: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = await lockUsersByEmail(ctx.sql, organizationId, emails);
  const unknown = emails.filter((email) => !known.has(email));
  if (unknown.length === 0) return inOrder(emails, known);
  await ctx.db.user.createMany({
    data: unknown.map((email) => ({
      id: ctx.newId('usr'),
      displayName: nameFromEmail(email),
      email,
      emailVerified: false,
      invitedById: organizationId,
      createdAt: ctx.now(),
    })),
    skipDuplicates: true,
  });
  return inOrder(emails, await lockUsersByEmail(ctx.sql, organizationId, emails));
}

const inOrder = (emails: readonly string[], ids: ReadonlyMap<string, string>) =>
  new Map(
    emails.flatMap((email) => {
      const id = ids.get(email);
      return id === undefined ? [] : [[email, id] as const];
    }),
  );
