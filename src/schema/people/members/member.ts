import {
  memberRoles,
  MemberOrder,
  MemberSpaceOrder,
  MemberSearchText,
  type MemberRoleFilter,
} from '../../../domain/people/members/fields.ts';
import { getMember, listMembers, type Member as MemberModel } from '../../../domain/people/members/members.ts';
import { getMemberById, memberId, normalizeMemberKey } from '../../../domain/people/members/member-ids.ts';
import {
  listMemberSpaces,
  type MemberSpace as MemberSpaceModel,
} from '../../../domain/authoring/spaces/list-of-member.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { takes } from '../../form-inputs.ts';
import { Organization } from '../organizations/organization.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { User } from '../users/user.ts';

const MemberRoleFilterEnum = contractEnum(
  'MemberRoleFilter',
  'The role that members are filtered by.',
  Object.fromEntries(
    memberRoles.map((role) => [
      role,
      role === 'guest' ? 'Guests, who have no role.' : `Members with the role "${role}".`,
    ]),
  ) as Record<MemberRoleFilter, string>,
);

/** Returns the key of a member for the loader `memberCounts`. */
const keyOf = ({ organizationId, userId }: MemberModel) => `${organizationId} ${userId}`;

export const Member = builder.objectRef<MemberModel>('Member');

builder.node(Member, {
  description: 'A member of an organization.',
  id: { description: 'Id of the membership of the user in this organization.', resolve: memberId },
  loadOne: (id, ctx) => getMemberById(ctx, id),
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the account of the person.' }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that the user is a member of.',
    }),
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'Role in the organization; null for a guest.',
    }),
    user: t.expose('user', { description: 'The account of the person.', type: User }),
    disabled: t.exposeBoolean('disabled', {
      description: 'Whether the member is disabled. Disabled members have no access to the organization.',
    }),
    sso: t.exposeBoolean('sso', { description: 'Whether the member signs in with single sign-on.' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the member joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the member was last seen; null if never.',
    }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    spaceCount: t.int({
      description: 'Number of spaces that both the member and the caller may read.',
      resolve: async (member, _args, ctx) => (await ctx.loaders.memberCounts.load(keyOf(member)))?.spaces ?? 0,
    }),
    teamCount: t.int({
      description: 'Number of teams of the member in the organization.',
      resolve: async (member, _args, ctx) => (await ctx.loaders.memberCounts.load(keyOf(member)))?.teams ?? 0,
    }),
  }),
});

export const MemberConnection = connectionOf(Member, 'Member', 'a member', 'members');

builder.objectFields(Organization, (t) => ({
  member: t.field({
    type: Member,
    nullable: true,
    description: 'A member by id. Guests may read only themselves.',
    args: { userId: t.arg.id({ required: true, description: 'Id of the user or of the member.' }) },
    resolve: ({ id }, { userId }, ctx) => getMember(ctx, normalizeMemberKey({ organizationId: id, userId })),
  }),
  members: t.field({
    type: MemberConnection,
    description: 'The members of the organization. Forbidden for guests.',
    args: {
      role: t.arg({ type: MemberRoleFilterEnum, description: 'Only members with this role.' }),
      search: t.arg.string({
        description:
          'Only members whose display name or email address contains this text, ignoring case. Email addresses that the caller may not see do not match.',
        validate: MemberSearchText,
      }),
      orderBy: t.arg(takes(MemberOrder, 'The order; those who joined last first when omitted.')),
      ...pageArgs,
    },
    resolve: async ({ id }, { role, search, orderBy, ...page }, ctx) => {
      const order = { sort: orderBy?.field, order: orderBy?.direction };
      return toConnection(await listMembers(ctx, { organizationId: id, role, search, ...order }, pageRequest(page)));
    },
  }),
}));

const MemberSpace = builder.objectRef<MemberSpaceModel>('MemberSpace').implement({
  description: 'A space that a member may read.',
  fields: (t) => ({
    permission: t.expose('permission', { type: RoleEnum, description: 'Effective role of the member on the space.' }),
    space: t.expose('space', { description: 'The space that the member may read.', type: Space }),
  }),
});

const MemberSpaceConnection = connectionOf(MemberSpace, 'MemberSpace', 'a space', 'spaces that a member may read');

builder.objectField(Member, 'spaces', (t) =>
  t.field({
    type: MemberSpaceConnection,
    description:
      'The spaces that the member may read, sorted by creation date. Only for the member and for organization admins.',
    args: { orderBy: t.arg(takes(MemberSpaceOrder, 'The order; newest spaces first when omitted.')), ...pageArgs },
    resolve: async (member, { orderBy, ...page }, ctx) =>
      toConnection(await listMemberSpaces(ctx, { member, order: orderBy?.direction }, pageRequest(page))),
  }),
);
