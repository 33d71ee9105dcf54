import { memberRoles, memberSorts, SearchText, type MemberRoleFilter } from '../../domain/members/fields.ts';
import { getMember, listMembers, type Member as MemberModel } from '../../domain/members/members.ts';
import { listMemberSpaces, type MemberSpace as MemberSpaceModel } from '../../domain/members/spaces.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { OrderEnum } from '../order.ts';
import { Organization } from '../organizations/organization.ts';
import { Space } from '../spaces/space.ts';
import { User } from '../users/user.ts';

const MemberSortEnum = contractEnum('MemberSort', 'What members are sorted by.', memberSorts);

const MemberRoleFilterEnum = contractEnum(
  'MemberRoleFilter',
  'The role that members are listed by.',
  Object.fromEntries(
    memberRoles.map((role) => [role, role === 'guest' ? 'Guests only.' : `Members of role ${role} only.`]),
  ) as Record<MemberRoleFilter, string>,
);

/** The member as `memberCounts` knows it. */
const keyOf = ({ organizationId, userId }: MemberModel) => `${organizationId} ${userId}`;

export const Member = builder.objectRef<MemberModel>('Member').implement({
  description: 'A user in an organization.',
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'Id of the user.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    role: t.expose('role', { type: RoleEnum, nullable: true, description: 'What they may do; null for a guest.' }),
    user: t.expose('user', { type: User, description: 'The user.' }),
    disabled: t.exposeBoolean('disabled', { description: 'Whether they are shut out.' }),
    sso: t.exposeBoolean('sso', { description: 'Whether they sign in through SSO.' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When they joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they were last seen.',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    spaceCount: t.int({
      description: 'How many spaces they may read.',
      resolve: async (member, _args, ctx) => (await ctx.loaders.memberCounts.load(keyOf(member)))?.spaces ?? 0,
    }),
    teamCount: t.int({
      description: 'How many teams of the organization they are in.',
      resolve: async (member, _args, ctx) => (await ctx.loaders.memberCounts.load(keyOf(member)))?.teams ?? 0,
    }),
  }),
});

export const MemberConnection = builder.connectionObject(
  { type: Member, name: 'MemberConnection', interfaces: [Connection], description: 'A page of members.' },
  { name: 'MemberEdge', description: 'A member in a list.' },
);

builder.objectFields(Organization, (t) => ({
  member: t.field({
    type: Member,
    nullable: true,
    description: 'The member of a user id.',
    args: { userId: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: ({ id }, { userId }, ctx) => getMember(ctx, { organizationId: id, userId }),
  }),
  members: t.field({
    type: MemberConnection,
    description: 'The members.',
    args: {
      role: t.arg({ type: MemberRoleFilterEnum, description: 'Only members of this role.' }),
      search: t.arg.string({
        description: 'Part of the name or the address, in any case; addresses the caller may not see do not count.',
        validate: SearchText,
      }),
      sort: t.arg({ type: MemberSortEnum, description: '`JOINED_AT` when omitted.' }),
      order: t.arg({ type: OrderEnum, description: '`DESC` when omitted.' }),
      ...pageArgs,
    },
    resolve: async ({ id }, { role, search, sort, order, ...page }, ctx) =>
      toConnection(await listMembers(ctx, { organizationId: id, role, search, sort, order }, pageRequest(page))),
  }),
}));

const MemberSpace = builder.objectRef<MemberSpaceModel>('MemberSpace').implement({
  description: 'A space a member may read.',
  fields: (t) => ({
    permission: t.expose('permission', { type: RoleEnum, description: 'What the member may do there.' }),
    space: t.expose('space', { type: Space, description: 'The space.' }),
  }),
});

const MemberSpaceConnection = builder.connectionObject(
  {
    type: MemberSpace,
    name: 'MemberSpaceConnection',
    interfaces: [Connection],
    description: 'A page of spaces a member may read.',
  },
  { name: 'MemberSpaceEdge', description: 'A space in a list.' },
);

builder.objectField(Member, 'spaces', (t) =>
  t.field({
    type: MemberSpaceConnection,
    description: 'The spaces the member may read, by when they were created; for the member and for admins.',
    args: { order: t.arg({ type: OrderEnum, description: '`DESC` when omitted.' }), ...pageArgs },
    resolve: async (member, { order, ...page }, ctx) =>
      toConnection(await listMemberSpaces(ctx, { member, order }, pageRequest(page))),
  }),
);
