import { ofTeam } from '../teams/events.ts';
import { ofMember } from '../members/events.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import type { Organization } from '../organizations/organizations.ts';
import type { LoginProvider } from '../providers/providers.ts';
import { domainOfEmail, nameFromEmail } from '../users/fields.ts';
import type { Person } from './person.ts';
import { findAdmitted, findIdentity, isAddressRemoved, lockUsersOfAddress, type KnownUser } from './queries.ts';

const refused = (message: string) => failure('sign_in_refused', message);

/**
 * Finds or creates the user of a person authenticated by the identity provider, and adds the user to the organization.
 * The address is the first one in a listed domain. The provider speaks for people of its own organization only: a user of
 * another one is never found by an address. See docs/reference/single-sign-on.md#who-it-is. Throws sign_in_refused for an
 * address outside the email domains of the organization, for a new person whose domain it has not proved, for a disabled
 * and for a removed member.
 */
export async function provisionUser(ctx: Context, provider: LoginProvider, person: Person): Promise<string> {
  const { organizationId, id: providerId } = provider;
  await lockTree(ctx, organizationId);
  const organization = await ctx.loaders.organization.load(organizationId);
  const listed = person.emails.find((address) => organization?.emailDomains.includes(domainOfEmail(address)));
  if (organization === null || listed === undefined)
    throw refused(`The organization does not list "${domainOfEmail(person.emails[0])}" among its email domains`);
  const identity = { providerId, subject: listed };
  const known = await findIdentity(ctx.sql, { ...identity, organizationId });
  const user = known ?? (await findOrCreateUser(ctx, { organization, email: listed, displayName: person.displayName }));
  if (user.disabled) throw refused('Your membership in this organization is disabled');
  if (known === null) await ctx.db.identity.create({ data: { ...identity, userId: user.id, createdAt: ctx.now() } });
  const signedIn = { signedInAt: ctx.now(), providerId };
  const key = { organizationId, userId: user.id };
  if (!user.isMember) await addMember(ctx, provider, { ...key, ...signedIn });
  else await ctx.db.member.update({ where: { organizationId_userId: key }, data: signedIn, select: { userId: true } });
  return user.id;
}

interface NewPerson {
  readonly organization: Organization;
  readonly email: string;
  readonly displayName: string | null;
}

/** Finds the user of an address that the provider asserts for the first time, or creates one. */
async function findOrCreateUser(ctx: Context, { organization, email, displayName }: NewPerson): Promise<KnownUser> {
  const { id: organizationId, verifiedEmailDomains } = organization;
  const domain = domainOfEmail(email);
  if (!verifiedEmailDomains.includes(domain))
    throw refused(`The organization has not proved that the email domain "${domain}" is its own`);
  await lockUsersOfAddress(ctx.sql, { organizationId, email });
  const found = await findAdmitted(ctx.sql, { organizationId, email });
  if (!found?.isMember && (await isAddressRemoved(ctx.sql, { organizationId, email })))
    throw refused('An admin removed you from this organization. Ask for a new invitation.');
  const managed = { organizationId, assertedEmail: email };
  if (found === null) {
    const id = ctx.newId('usr');
    await ctx.db.user.create({
      data: { id, displayName: displayName ?? nameFromEmail(email), ...managed, createdAt: ctx.now() },
    });
    return { id, isMember: false, disabled: false };
  }
  // Nobody but the organization has used the user that its invitation made, so it may manage it from now on.
  if (found.isUnused) await ctx.db.user.update({ where: { id: found.id }, data: { ...managed, email: null } });
  return found;
}

interface SignedInMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly signedInAt: Date;
  readonly providerId: string;
}

async function addMember(
  ctx: Context,
  { defaultRole, defaultTeamId }: LoginProvider,
  member: SignedInMember,
): Promise<void> {
  const joinedAt = ctx.now();
  await ctx.db.member.create({ data: { ...member, role: defaultRole, sso: true, joinedAt } });
  ctx.emit('member.joined', ofMember(member), { user: member.userId, role: defaultRole, by: 'sso' });
  if (defaultTeamId === null) return;
  const { count } = await ctx.db.teamMember.createMany({
    data: [{ teamId: defaultTeamId, userId: member.userId, role: 'member', joinedAt }],
    skipDuplicates: true,
  });
  const team = count === 0 ? null : await ctx.loaders.team.load(defaultTeamId);
  if (team) ctx.emit('team.member_added', ofTeam(team), { user: member.userId, role: 'member' });
}
