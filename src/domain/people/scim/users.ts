import { failure, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import type { Member } from '../members/members.ts';
import { changeMember, kindsOfMember, takeMember } from '../members/update.ts';
import { listDocument, userDocument, valuesOf, type ScimDocument } from './documents.ts';
import { enter } from './enter.ts';
import type { ScimUserValues } from './fields.ts';
import type { ListRequest } from './lists.ts';
import type { Operation } from './operations.ts';
import {
  countScimUsers,
  deleteStale,
  findByUserName,
  findScimUser,
  listScimUsers,
  lockMeant,
  type ScimCaller,
  type ScimUserRow,
} from './queries/rows.ts';
import { usersWhere } from './queries/filters.ts';
import { addressOf, nameOf, patchUser } from './user-values.ts';

const taken = (what: string) => failure('already_exists', `Another user of the organization has the ${what}`);

/** Gets a user whom the provider provisions. Throws not_found. */
export async function getScimUser(ctx: Context, { providerId }: ScimCaller, id: string): Promise<ScimDocument> {
  return userDocument(ctx.urls, providerId, await rowOf(ctx, providerId, id));
}

async function rowOf(ctx: Context, providerId: string, id: string): Promise<ScimUserRow> {
  const row = await findScimUser(ctx.sql, providerId, id);
  if (row === null) throw notFound('user', id);
  return row;
}

/** Lists the users whom the provider provisions. Throws invalidFilter. */
export async function listScimUserPage(
  ctx: Context,
  { providerId }: ScimCaller,
  { filter, offset, limit }: ListRequest,
) {
  const where = usersWhere(filter);
  const rows = await listScimUsers(ctx.sql, { providerId, where, offset, limit });
  const total = await countScimUsers(ctx.sql, { providerId, where });
  return listDocument(
    rows.map((row) => userDocument(ctx.urls, providerId, row)),
    total,
    { offset },
  );
}

/**
 * Provisions a user: makes one that the organization manages, or takes the one that it already means by the address, and a member of
 * it. Throws already_exists for a name or an address of somebody else; last_admin.
 */
export async function createScimUser(
  outer: Context,
  caller: ScimCaller,
  values: ScimUserValues,
): Promise<ScimDocument> {
  const { providerId, organizationId } = caller;
  const document = await transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const key = values.userName.toLowerCase();
    if ((await findByUserName(ctx.sql, providerId, key)) !== null) throw taken('userName');
    const email = addressOf(values);
    const known = email === null ? null : await lockMeant(ctx.sql, organizationId, email);
    if (known !== null && (await findScimUser(ctx.sql, providerId, known.userId)) !== null) throw taken('address');
    const userId = known?.userId ?? ctx.newId('usr');
    const at = ctx.now();
    if (known === null)
      await ctx.db.user.create({
        data: { id: userId, displayName: nameOf(values), organizationId, assertedEmail: email, createdAt: at },
      });
    await deleteStale(ctx.sql, providerId, key);
    const row = { ...columnsOf(values), createdAt: at, updatedAt: at };
    await ctx.db.scimUser.upsert({
      where: { providerId_userId: { providerId, userId } },
      create: { ...row, providerId, userId, made: known === null },
      update: row,
    });
    if (known?.isManaged) await writeProfile(ctx, { organizationId, userId, values });
    if (known?.isMember) await setActive(ctx, await memberOf(ctx, organizationId, userId), values.active);
    else await enter(ctx, caller, { userId, active: values.active });
    return userDocument(ctx.urls, providerId, await rowOf(ctx, providerId, userId));
  });
  outer.forgetTokens();
  return document;
}

const columnsOf = ({ userName, externalId, displayName, name, emails }: ScimUserValues) => ({
  userName,
  userNameKey: userName.toLowerCase(),
  externalId,
  profile: { displayName, name, emails },
});

async function memberOf(ctx: Context, organizationId: string, userId: string): Promise<Member> {
  const member = await ctx.loaders.member.load({ organizationId, userId });
  if (member === null) throw notFound('user', userId);
  return member;
}

/** Disables a member and ends their sessions and tokens for the organization, or enables them. Throws last_admin. */
const setActive = (ctx: Context, member: Member, active: boolean): Promise<Member> =>
  changeMember(ctx, member, { disabled: !active }, kindsOfMember);

interface Profile {
  readonly organizationId: string;
  readonly userId: string;
  readonly values: ScimUserValues;
}

/** Writes name and address of a user whom the organization manages. People of their own keep theirs. Throws already_exists. */
async function writeProfile(ctx: Context, { organizationId, userId, values }: Profile): Promise<void> {
  const email = addressOf(values);
  const holder = email === null ? null : await lockMeant(ctx.sql, organizationId, email);
  if (holder !== null && holder.userId !== userId) throw taken('address');
  await ctx.db.user.updateMany({
    where: { id: userId, organizationId },
    data: { displayName: nameOf(values), ...(email === null ? {} : { assertedEmail: email }) },
  });
}

interface ScimUserChange extends Expected {
  readonly id: string;
  /** The new values, or operations that make them of the present ones. */
  readonly to: ScimUserValues | readonly Operation[];
}

/** Replaces or changes what a provider says of a user. Throws not_found, already_exists, last_admin, precondition_failed. */
export async function changeScimUser(
  outer: Context,
  { providerId, organizationId }: ScimCaller,
  { id: userId, to, expectedVersion }: ScimUserChange,
): Promise<ScimDocument> {
  const document = await transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const row = await rowOf(ctx, providerId, userId);
    requireVersion(row.version, expectedVersion);
    const values = 'userName' in to ? to : patchUser(valuesOf(row), to);
    const columns = columnsOf(values);
    if (JSON.stringify(values) !== JSON.stringify(valuesOf(row))) {
      const holder = await findByUserName(ctx.sql, providerId, columns.userNameKey);
      if (holder !== null && holder.userId !== userId) throw taken('userName');
      if (holder === null) await deleteStale(ctx.sql, providerId, columns.userNameKey);
      await ctx.db.scimUser.update({
        where: { providerId_userId: { providerId, userId } },
        data: { ...columns, version: { increment: 1 }, updatedAt: ctx.now() },
      });
      await writeProfile(ctx, { organizationId, userId, values });
      await setActive(ctx, await memberOf(ctx, organizationId, userId), values.active);
    }
    return userDocument(ctx.urls, providerId, await rowOf(ctx, providerId, userId));
  });
  outer.forgetTokens();
  return document;
}

/** Removes a user from the organization, as an admin would. Throws not_found, last_admin, precondition_failed. */
export async function deleteScimUser(
  outer: Context,
  { providerId, organizationId }: ScimCaller,
  { id, expectedVersion }: Expected & { readonly id: string },
): Promise<void> {
  await transact(outer, async (ctx) => {
    await lockTree(ctx, organizationId);
    const row = await rowOf(ctx, providerId, id);
    requireVersion(row.version, expectedVersion);
    await takeMember(ctx, await memberOf(ctx, organizationId, id));
  });
  outer.forgetTokens();
}
