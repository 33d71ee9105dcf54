import {
  listEffectiveAccess,
  type AccessOrigin as AccessOriginModel,
  type EffectiveAccess as EffectiveAccessModel,
} from '../../../domain/publishing/grants/grants.ts';
import { getGrant, listGrants, type Grant as GrantModel } from '../../../domain/publishing/grants/grants.ts';
import { roleOrNull } from '../../../access/roles.ts';
import { findCollection } from '../../../domain/authoring/collections/collections.ts';
import { findSite } from '../../../domain/publishing/sites/sites.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { Collection } from '../../authoring/collections/collection.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { Site } from '../sites/site.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { Team } from '../../people/teams/team.ts';
import { User } from '../../people/users/user.ts';

const GrantHolderEnum = contractEnum('GrantHolder', 'The kind of the holder of a grant.', {
  user: 'A user.',
  team: 'A team.',
});

export const Grant = builder.objectRef<GrantModel>('Grant');

builder.node(Grant, {
  description: 'A role that is granted directly to one user or team on one space, collection or site.',
  id: { description: 'Id of the grant.', resolve: ownId },
  loadOne: (id, ctx) => getGrant(ctx, id),
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'The granted role; null for a guest, who has no access.',
      resolve: (grant) => roleOrNull(grant.role),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the grant was created.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The user who holds the grant; null when a team does.',
      resolve: ({ userId }, _args, ctx) => (userId === null ? null : ctx.loaders.user.load(userId)),
    }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team that holds the grant; null when a user does.',
      resolve: ({ teamId }, _args, ctx) => (teamId === null ? null : ctx.loaders.team.load(teamId)),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space of the grant; null for a grant on a collection or site.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection of the grant; null for a grant on a space or site.',
      resolve: ({ collectionId }, _args, ctx) => (collectionId === null ? null : findCollection(ctx, collectionId)),
    }),
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site of the grant; null for a grant on a space or collection.',
      resolve: ({ siteId }, _args, ctx) => (siteId === null ? null : findSite(ctx, siteId)),
    }),
  }),
});

const GrantConnection = connectionOf(Grant, 'Grant', 'a grant', 'grants');

const AccessOriginTypeEnum = contractEnum('AccessOriginType', 'The kind of the origin of a role.', {
  space: 'A grant on the space or its default level.',
  collection: 'A grant on the collection or its default level.',
  site: 'A grant on the site.',
  organization: 'The membership in the organization.',
});

const AccessOrigin = builder.objectRef<AccessOriginModel>('AccessOrigin').implement({
  description:
    'The origin of the effective role of a member. Only the id for its `type` is set, and the grant where one gives it.',
  fields: (t) => ({
    type: t.field({ type: AccessOriginTypeEnum, description: 'The kind of the origin.', resolve: kindOf }),
    spaceId: t.id({
      description: 'Id of the space, for a role that is granted on it or given by its default level.',
      nullable: true,
      resolve: (origin) => origin.spaceId ?? null,
    }),
    collectionId: t.id({
      nullable: true,
      description: 'Id of the collection: the requested one, or a collection above the requested resource.',
      resolve: (origin) => origin.collectionId ?? null,
    }),
    siteId: t.id({
      description: 'Id of the site, for a role that is granted on it.',
      nullable: true,
      resolve: (origin) => origin.siteId ?? null,
    }),
    organizationId: t.id({
      description: 'Id of the organization, for a role by the membership in it.',
      nullable: true,
      resolve: (origin) => origin.organizationId ?? null,
    }),
    grant: t.field({
      type: Grant,
      nullable: true,
      description:
        'The grant of the member, or the strongest of their teams; null for a default level and the membership.',
      resolve: ({ grantId }, _args, ctx) => (grantId ? ctx.loaders.grant.load(grantId) : null),
    }),
  }),
});

function kindOf({ spaceId, collectionId, siteId }: AccessOriginModel) {
  if (spaceId !== undefined) return 'space';
  if (collectionId !== undefined) return 'collection';
  return siteId === undefined ? 'organization' : 'site';
}

const EffectiveAccess = builder.objectRef<EffectiveAccessModel>('EffectiveAccess').implement({
  description:
    'The effective role of a member on a space, collection or site, which is granted, inherited or given by default.',
  fields: (t) => ({
    role: t.expose('role', { type: RoleEnum, description: 'The effective role.' }),
    origin: t.expose('origin', { type: AccessOrigin, description: 'The origin of the role.' }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The member.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
  }),
});

const EffectiveAccessConnection = connectionOf(
  EffectiveAccess,
  'EffectiveAccess',
  'a member with access',
  'members with their effective access',
);

const grantListArgs = builder.args((t) => ({
  holder: t.field({ type: GrantHolderEnum, description: 'Only grants of users, or only grants of teams.' }),
}));

const accessListArgs = builder.args((t) => ({
  role: t.field({ type: RoleEnum, description: 'Only members with exactly this role.' }),
}));

builder.objectFields(Space, (t) => ({
  grants: t.field({
    type: GrantConnection,
    description: 'The grants on the space itself, newest first. Only for admins of the space.',
    args: { ...grantListArgs, ...pageArgs },
    resolve: async ({ id }, { holder, ...args }, ctx) =>
      toConnection(await listGrants(ctx, { spaceId: id, holder: holder ?? null }, pageRequest(args))),
  }),
  effectiveAccess: t.field({
    type: EffectiveAccessConnection,
    description: 'All members with access to the space, most recently joined first. Only for admins of the space.',
    args: { ...accessListArgs, ...pageArgs },
    resolve: async ({ id }, { role, ...args }, ctx) =>
      toConnection(await listEffectiveAccess(ctx, { spaceId: id, role: role ?? null }, pageRequest(args))),
  }),
}));

builder.objectFields(Collection, (t) => ({
  grants: t.field({
    type: GrantConnection,
    description: 'The grants on the collection itself, newest first. Only for admins of the collection.',
    args: { ...grantListArgs, ...pageArgs },
    resolve: async ({ id }, { holder, ...args }, ctx) =>
      toConnection(await listGrants(ctx, { collectionId: id, holder: holder ?? null }, pageRequest(args))),
  }),
  effectiveAccess: t.field({
    type: EffectiveAccessConnection,
    description:
      'All members with access to the collection, most recently joined first. Only for admins of the collection.',
    args: { ...accessListArgs, ...pageArgs },
    resolve: async ({ id }, { role, ...args }, ctx) =>
      toConnection(await listEffectiveAccess(ctx, { collectionId: id, role: role ?? null }, pageRequest(args))),
  }),
}));

builder.objectFields(Site, (t) => ({
  grants: t.field({
    type: GrantConnection,
    description: 'The grants on the site itself, newest first. Only for admins of the site.',
    args: { ...grantListArgs, ...pageArgs },
    resolve: async ({ id }, { holder, ...args }, ctx, info) =>
      toConnection(await listGrants(ctx, { siteId: id, holder: holder ?? null }, pageRequest(args, info))),
  }),
  effectiveAccess: t.field({
    type: EffectiveAccessConnection,
    description: 'All members with access to the site, most recently joined first. Only for admins of the site.',
    args: { ...accessListArgs, ...pageArgs },
    resolve: async ({ id }, { role, ...args }, ctx, info) =>
      toConnection(await listEffectiveAccess(ctx, { siteId: id, role: role ?? null }, pageRequest(args, info))),
  }),
}));
