import { ofTeam } from '../teams/events.ts';
import { ofMember } from '../members/events.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import type { Organization } from '../organizations/organizations.ts';
import type { LoginProvider } from '../providers/providers.ts';
import { proveProvider } from '../providers/queries.ts';
import { domainOfEmail, nameFromEmail } from '../users/fields.ts';
import { findMadeBy } from '../scim/queries/rows.ts';
import { applyGiven } from './given.ts';
import {
  findAdmitted,
  findIdentity,
  isAddressRemoved,
  isSubjectRemoved,
  lockUsersOfAddress,
  type KnownUser,
} from './queries.ts';
import type { Vouched } from './vouched.ts';

const refused = (message: string) => failure('sign_in_refused', message);
const removed = () => refused('An admin removed you from this organization. Ask for a new invitation.');

/**
 * Finds or creates the user of a person authenticated by the identity provider, and adds the user to the organization.
 * A subject that the provider has signed in before decides alone. The provider speaks for people of its own organization
 * only: a user of another one is never found by an address. See docs/reference/single-sign-on.md#who-it-is. Throws
 * sign_in_refused for whom the provider does not admit, and for a disabled and for a removed member.
 */
export async function provisionUser(ctx: Context, provider: LoginProvider, person: Vouched): Promise<string> {
  const { organizationId, id: providerId } = provider;
  await lockTree(ctx, organizationId);
  const organization = await ctx.loaders.organization.load(organizationId);
  if (organization === null) throw refused('The organization does not exist any more');
  const listed = person.emails.find((address) => organization.emailDomains.includes(domainOfEmail(address)));
  const subject = person.subject ?? listed;
  if (subject === undefined) throw notListed(person);
  const identity = { providerId, subject };
  const known = await findIdentity(ctx.sql, { ...identity, organizationId });
  if (known === null && (await isSubjectRemoved(ctx.sql, identity))) throw removed();
  const user =
    known ??
    (await findProvisioned(ctx, providerId, { ...person, emails: listed === undefined ? person.emails : [listed] })) ??
    (await findOrCreateUser(ctx, { organization, person, listed }));
  if (user.disabled) throw refused('Your membership in this organization is disabled');
  if (known === null) await ctx.db.identity.create({ data: { ...identity, userId: user.id, createdAt: ctx.now() } });
  else if (person.subject !== null) await followAddress(ctx, { organization, person, listed }, user.id);
  const key = { organizationId, userId: user.id };
  await enter(ctx, provider, { ...key, isMember: user.isMember });
  if (person.given !== null) await applyGiven(ctx, { ...key, given: person.given, defaultRole: provider.defaultRole });
  await proveProvider(ctx.sql, { ...provider, userId: user.id, now: ctx.now() });
  return user.id;
}

/** Finds whom the same provider has made by provisioning, by an address that counts. No proof of the domain adds to that. */
async function findProvisioned(
  ctx: Context,
  providerId: string,
  { doubt, emails }: Vouched,
): Promise<KnownUser | null> {
  const [email] = emails;
  return email === undefined || doubt !== null ? null : findMadeBy(ctx.sql, { providerId, email });
}

function notListed({ emails: [email] }: Vouched) {
  return refused(
    email === undefined
      ? 'The identity provider names no email address. Let it send the claim "email".'
      : `The organization does not list "${domainOfEmail(email)}" among its email domains`,
  );
}

interface NewPerson {
  readonly organization: Organization;
  readonly person: Vouched;
  /** The first address in an email domain of the organization. */
  readonly listed: string | undefined;
}

/** Finds the user of a person whom the provider vouches for the first time, or creates one. */
async function findOrCreateUser(ctx: Context, { organization, person, listed }: NewPerson): Promise<KnownUser> {
  const { id: organizationId, verifiedEmailDomains } = organization;
  const { doubt, admits } = person;
  const email = listed ?? person.emails[0];
  const isProved = email !== undefined && verifiedEmailDomains.includes(domainOfEmail(email));
  if (admits === 'domains') requireAddress({ organization, person, listed });
  if (email === undefined) return createUser(ctx, { organizationId, person, assertedEmail: null });
  const address = { organizationId, email };
  const users = await lockUsersOfAddress(ctx.sql, address);
  if (doubt !== null && users.some((user) => user.isManaged || user.isMember)) throw refused(doubt);
  const found = isProved && doubt === null ? await findAdmitted(ctx.sql, address) : null;
  if (!found?.isMember && (await isAddressRemoved(ctx.sql, address))) throw removed();
  if (found === null) {
    const isFree = doubt === null && !users.some((user) => user.isManaged);
    return createUser(ctx, { organizationId, person, assertedEmail: isFree ? email : null });
  }
  // Nobody but the organization has used the user that its invitation made, so it may manage it from now on.
  if (found.isUnused)
    await ctx.db.user.update({
      where: { id: found.id },
      data: { organizationId, assertedEmail: email, email: null },
    });
  return found;
}

/** Refuses whom the provider has not signed in before, unless an address counts and lies in a proved domain. */
function requireAddress({ organization: { verifiedEmailDomains }, person, listed }: NewPerson): void {
  if (listed === undefined) throw notListed(person);
  const domain = domainOfEmail(listed);
  if (!verifiedEmailDomains.includes(domain))
    throw refused(`The organization has not proved that the email domain "${domain}" is its own`);
  if (person.doubt !== null) throw refused(person.doubt);
}

/**
 * Decides by the rules of `provisionUser` whether a provider admits a person to a site of its organization. No user is made.
 * Of members alone, one that the provider has signed in before, or would find by an address. Throws sign_in_refused.
 */
export async function requireVisitor(
  ctx: Context,
  { organizationId, id: providerId }: LoginProvider,
  { person, membersOnly }: { readonly person: Vouched; readonly membersOnly: boolean },
): Promise<void> {
  const organization = await ctx.loaders.organization.load(organizationId);
  if (organization === null) throw refused('The organization does not exist any more');
  const listed = person.emails.find((address) => organization.emailDomains.includes(domainOfEmail(address)));
  const subject = person.subject ?? listed;
  if (subject === undefined) throw notListed(person);
  const identity = { providerId, subject };
  const known = await findIdentity(ctx.sql, { ...identity, organizationId });
  if (known === null) {
    if (await isSubjectRemoved(ctx.sql, identity)) throw removed();
    if (person.admits === 'domains' || membersOnly) requireAddress({ organization, person, listed });
  }
  const email = person.doubt === null ? listed : undefined;
  const user = known ?? (email === undefined ? null : await findAdmitted(ctx.sql, { organizationId, email }));
  await requireNotRemoved(ctx, { organizationId, user, email });
  if (membersOnly && !user?.isMember) throw refused('This site is for members of its organization alone');
}

interface Asking {
  readonly organizationId: string;
  readonly user: KnownUser | null;
  readonly email: string | undefined;
}

/** Refuses a disabled member, and an address of somebody whom an admin removed. */
async function requireNotRemoved(ctx: Context, { organizationId, user, email }: Asking): Promise<void> {
  if (user?.disabled) throw refused('Your membership in this organization is disabled');
  if (user?.isMember || email === undefined) return;
  if (await isAddressRemoved(ctx.sql, { organizationId, email })) throw removed();
}

interface NewUser {
  readonly organizationId: string;
  readonly person: Vouched;
  readonly assertedEmail: string | null;
}

async function createUser(ctx: Context, { organizationId, person, assertedEmail }: NewUser): Promise<KnownUser> {
  const id = ctx.newId('usr');
  const [email] = person.emails;
  const displayName = person.displayName ?? nameFromEmail(email ?? 'Someone');
  await ctx.db.user.create({ data: { id, displayName, organizationId, assertedEmail, createdAt: ctx.now() } });
  return { id, isMember: false, disabled: false };
}

/** Follows a change of the address of a managed user, if the new one counts and nobody else in the organization has it. */
async function followAddress(ctx: Context, { organization, person, listed }: NewPerson, userId: string): Promise<void> {
  const { id: organizationId, verifiedEmailDomains } = organization;
  const email = listed ?? person.emails[0];
  if (email === undefined || person.doubt !== null) return;
  if (person.admits === 'domains' && !verifiedEmailDomains.includes(domainOfEmail(email))) return;
  const users = await lockUsersOfAddress(ctx.sql, { organizationId, email });
  if (users.some((user) => user.isManaged || user.isMember)) return;
  await ctx.db.user.updateMany({ where: { id: userId, organizationId }, data: { assertedEmail: email } });
}

interface Entering {
  readonly organizationId: string;
  readonly userId: string;
  readonly isMember: boolean;
}

/** Notes the sign-in of a member, and makes a new one first. */
async function enter(
  ctx: Context,
  { id: providerId, defaultRole, defaultTeamId }: LoginProvider,
  { organizationId, userId, isMember }: Entering,
): Promise<void> {
  const joinedAt = ctx.now();
  const member = { organizationId, userId };
  const signedIn = { signedInAt: joinedAt, providerId };
  if (isMember) {
    await ctx.db.member.update({
      where: { organizationId_userId: member },
      data: signedIn,
      select: { userId: true },
    });
    return;
  }
  await ctx.db.member.create({ data: { ...member, ...signedIn, role: defaultRole, sso: true, joinedAt } });
  ctx.emit('member.joined', ofMember(member), { user: userId, role: defaultRole, by: 'sso' });
  if (defaultTeamId === null) return;
  const { count } = await ctx.db.teamMember.createMany({
    data: [{ teamId: defaultTeamId, userId, role: 'member', joinedAt }],
    skipDuplicates: true,
  });
  const team = count === 0 ? null : await ctx.loaders.team.load(defaultTeamId);
  if (team) ctx.emit('team.member_added', ofTeam(team), { user: userId, role: 'member' });
}
