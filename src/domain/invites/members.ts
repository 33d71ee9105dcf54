import { sql } from '../../db/sql.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { lockedOrganization } from '../organizations/organizations.ts';
import { transact } from '../transact.ts';
import { normalEmail } from '../users/fields.ts';

export interface Invitations {
  readonly organizationId: string;
  /** An address, or one with a role of its own. */
  readonly emails: readonly (string | { readonly email: string; readonly role: Role | null })[];
  /** Role of those without one; null makes guests, omitted gives the organization's default. */
  readonly role?: Role | null | undefined;
  readonly sso?: boolean | null | undefined;
}

export interface Invited {
  /** Ids of everybody named, in order. */
  readonly users: readonly string[];
  /** How many of them are new to the organization. */
  readonly invited: number;
  /** Addresses of those who were members before, so that SSO was not set for them. */
  readonly failedSsoEmails: readonly string[];
}

/**
 * Makes the users of addresses members; an address nobody has becomes a user, not verified. Who is a
 * member already stays as they are. Needs admin.
 */
export function inviteMembers(outer: Context, { organizationId, emails, role, sso }: Invitations): Promise<Invited> {
  return transact(outer, async (ctx) => {
    const organization = await lockedOrganization(ctx, organizationId, 'manageMembers');
    const usual = role === undefined ? organization.defaultRole : role;
    const wanted = new Map(
      emails.map((item) =>
        typeof item === 'string' ? [normalEmail(item), usual] : [normalEmail(item.email), item.role],
      ),
    );
    const userIds = await usersOf(ctx, [...wanted.keys()]);
    const members = await ctx.sql.rows<{ userId: string }>(sql`select "userId" from members
      where "organizationId" = ${organizationId} and "userId" = any(${[...userIds.values()]}::text[])`);
    const before = new Set(members.map(({ userId }) => userId));
    const joinedAt = ctx.now();
    const added = [...wanted].flatMap(([email, as]) => {
      const userId = userIds.get(email);
      if (userId === undefined || before.has(userId)) return [];
      return [{ organizationId, userId, role: as, sso: sso ?? false, joinedAt }];
    });
    if (added.length > 0) await ctx.db.member.createMany({ data: added });
    return {
      users: [...userIds.values()],
      invited: added.length,
      failedSsoEmails: sso ? [...userIds].flatMap(([email, userId]) => (before.has(userId) ? [email] : [])) : [],
    };
  });
}

/** The users of the addresses, made where there is none, in the order asked. */
async function usersOf(ctx: Context, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = await findUsers(ctx, emails);
  const unknown = emails.filter((email) => !known.has(email));
  if (unknown.length === 0) return ordered(emails, known);
  await ctx.db.user.createMany({
    data: unknown.map((email) => ({
      id: ctx.newId('usr'),
      displayName: nameOf(email),
      email,
      emailVerified: false,
      createdAt: ctx.now(),
    })),
    skipDuplicates: true,
  });
  return ordered(emails, await findUsers(ctx, emails));
}

async function findUsers(ctx: Context, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.sql.rows<{ id: string; email: string }>(
    sql`select id, email from users where email = any(${emails}::text[])`,
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const ordered = (emails: readonly string[], ids: ReadonlyMap<string, string>) =>
  new Map(
    emails.flatMap((email) => {
      const id = ids.get(email);
      return id === undefined ? [] : [[email, id] as const];
    }),
  );

/** What stands before the @, until the user says otherwise. */
const nameOf = (email: string) => email.slice(0, email.indexOf('@')).slice(0, 64);
