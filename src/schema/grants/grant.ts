import {
  listEffectiveAccess,
  type EffectiveAccess as EffectiveAccessModel,
} from '../../domain/grants/effective-access.ts';
import { getGrant, listGrants, type Grant as GrantModel } from '../../domain/grants/grants.ts';
import { roleOrNull } from '../../domain/access/roles.ts';
import { findCollection } from '../../domain/collections/collections.ts';
import { findSpace } from '../../domain/spaces/spaces.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { Collection } from '../collections/collection.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { Space } from '../spaces/space.ts';
import { Team } from '../teams/team.ts';
import { User } from '../users/user.ts';

const GrantHolderEnum = contractEnum('GrantHolder', 'Who holds a grant.', { user: 'A user.', team: 'A team.' });

export const Grant = builder.objectRef<GrantModel>('Grant');

builder.node(Grant, {
  description: 'A role given directly to one user or one team on one space or collection.',
  id: { description: 'Id of the grant.', resolve: (grant) => grant.id },
  loadOne: (id, ctx) => getGrant(ctx, id),
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'What it gives; null for a guest.',
      resolve: (grant) => roleOrNull(grant.role),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first given.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user who holds it.',
      resolve: ({ userId }, _args, ctx) => (userId === null ? null : ctx.loaders.user.load(userId)),
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team that holds it.',
      resolve: ({ teamId }, _args, ctx) => (teamId === null ? null : ctx.loaders.team.load(teamId)),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space it is on.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection it is on.',
      resolve: ({ collectionId }, _args, ctx) => (collectionId === null ? null : findCollection(ctx, collectionId)),
    }),
  }),
});

const GrantConnection = builder.connectionObject(
  { type: Grant, name: 'GrantConnection', interfaces: [Connection], description: 'A page of grants.' },
  { name: 'GrantEdge', description: 'A grant in a list.' },
);

const EffectiveAccess = builder.objectRef<EffectiveAccessModel>('EffectiveAccess').implement({
  description: 'What a member may do with a space or collection, wherever the right comes from.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'The effective role.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The member.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
  }),
});

const EffectiveAccessConnection = builder.connectionObject(
  {
    type: EffectiveAccess,
    name: 'EffectiveAccessConnection',
    interfaces: [Connection],
    description: 'A page of members with access.',
  },
  { name: 'EffectiveAccessEdge', description: 'A member with access in a list.' },
);

const grantListArgs = builder.args((t) => ({
  holder: t.field({ type: GrantHolderEnum, description: 'Only those of users, or only those of teams.' }),
}));

const accessListArgs = builder.args((t) => ({
  role: t.field({ type: RoleEnum, description: 'Only members with exactly this role.' }),
}));

builder.objectFields(Space, (t) => ({
  grants: t.field({
    type: GrantConnection,
    description: 'The grants on the space itself, newest first; for its admins.',
    args: { ...grantListArgs, ...pageArgs },
    resolve: async ({ id }, { holder, ...args }, ctx) =>
      toConnection(await listGrants(ctx, { spaceId: id, holder: holder ?? null }, pageRequest(args))),
  }),
  effectiveAccess: t.field({
    type: EffectiveAccessConnection,
    description: 'Every member with access to the space, last joined first; for its admins.',
    args: { ...accessListArgs, ...pageArgs },
    resolve: async ({ id }, { role, ...args }, ctx) =>
      toConnection(await listEffectiveAccess(ctx, { spaceId: id, role: role ?? null }, pageRequest(args))),
  }),
}));

builder.objectFields(Collection, (t) => ({
  grants: t.field({
    type: GrantConnection,
    description: 'The grants on the collection itself, newest first; for its admins.',
    args: { ...grantListArgs, ...pageArgs },
    resolve: async ({ id }, { holder, ...args }, ctx) =>
      toConnection(await listGrants(ctx, { collectionId: id, holder: holder ?? null }, pageRequest(args))),
  }),
  effectiveAccess: t.field({
    type: EffectiveAccessConnection,
    description: 'Every member with access to the collection, last joined first; for its admins.',
    args: { ...accessListArgs, ...pageArgs },
    resolve: async ({ id }, { role, ...args }, ctx) =>
      toConnection(await listEffectiveAccess(ctx, { collectionId: id, role: role ?? null }, pageRequest(args))),
  }),
}));
