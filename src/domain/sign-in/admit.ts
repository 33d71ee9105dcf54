import { failure } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../locks.ts';
import type { SamlProvider } from '../saml/providers.ts';
import type { Person } from './person.ts';

const refused = (message: string) => failure('sign_in_refused', message);

/**
 * Finds or creates the user of a person authenticated by the identity provider, and adds the user to the organization.
 * An existing user is taken over only if the email address is verified or the user is already a member. Throws
 * sign_in_refused for an address outside the email domains of the organization, and for a disabled member.
 */
export async function provisionUser(ctx: Context, provider: SamlProvider, person: Person): Promise<string> {
  const { organizationId } = provider;
  await lockTree(ctx, organizationId);
  const organization = await ctx.loaders.organization.load(organizationId);
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
  if (!organization?.emailDomains.includes(domain))
    throw refused(`The organization does not list "${domain}" among its email domains`);
  const { email, displayName } = person;
  const values = { id: ctx.newId('usr'), displayName, email, emailVerified: true, createdAt: ctx.now() };
  await ctx.db.user.createMany({ data: [values], skipDuplicates: true });
  const user = await ctx.db.user.findUniqueOrThrow({ where: { email }, select: { id: true, emailVerified: true } });
  const key = { organizationId, userId: user.id };
  const member = await ctx.db.member.findUnique({ where: { organizationId_userId: key }, select: { disabled: true } });
  if (member?.disabled) throw refused('Your membership in this organization is disabled');
  if (member === null && !user.emailVerified)
    throw refused(
      'A user with your email address exists, and the address is not verified. Ask an admin to invite you.',
    );
  const signedIn = { signedInAt: ctx.now(), samlProviderId: provider.id };
  if (member === null) await addMember(ctx, provider, user.id, signedIn);
  else await ctx.db.member.update({ where: { organizationId_userId: key }, data: signedIn, select: { userId: true } });
  return user.id;
}

async function addMember(
  ctx: Context,
  { organizationId, defaultRole, defaultTeamId }: SamlProvider,
  userId: string,
  signedIn: { readonly signedInAt: Date; readonly samlProviderId: string },
): Promise<void> {
  const joinedAt = ctx.now();
  await ctx.db.member.create({
    data: { organizationId, userId, role: defaultRole, sso: true, joinedAt, ...signedIn },
  });
  if (defaultTeamId === null) return;
  await ctx.db.teamMember.createMany({
    data: [{ teamId: defaultTeamId, userId, role: 'member', joinedAt }],
    skipDuplicates: true,
  });
}
