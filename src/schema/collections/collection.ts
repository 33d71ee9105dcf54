import {
  collectionPermissions,
  enterCollection,
  findCollection,
  getCollection,
  type Collection as CollectionModel,
} from '../../domain/collections/collections.ts';
import { listChildren, listCollections, listSpacesIn } from '../../domain/collections/list.ts';
import { getOrganization } from '../../domain/organizations/organizations.ts';
import { appUrl, locationUrl } from '../../domain/urls.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { Organization } from '../organizations/organization.ts';
import { readsOwnFields } from '../own-fields.ts';
import { permissionsType } from '../permissions.ts';
import { Space, SpaceConnection } from '../spaces/space.ts';

const CollectionPermissions = permissionsType('CollectionPermissions', {
  view: 'See the collection.',
  admin: 'Administrate it.',
  viewInviteLinks: 'View its invite links.',
  create: 'Create spaces and collections in it.',
});

export const Collection = builder.objectRef<CollectionModel>('Collection');

builder.node(Collection, {
  description: 'A group of spaces and of further collections.',
  id: { description: 'Id of the collection.', resolve: (collection) => collection.id },
  loadOne: (id, ctx) => getCollection(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the collection.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it holds.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of its organization.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Id of the collection it is in.' }),
    defaultLevel: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Access of members without a grant, inheritance resolved; null for none.',
    }),
    inheritsDefaultLevel: t.boolean({
      description: 'Whether the default level comes from the parent or organization.',
      resolve: (collection) => collection.defaultLevel === 'inherit',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    position: t.exposeString('position', {
      description:
        'Its place among the spaces and collections under the same parent: they stand in the order of the bytes of this text.',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    location: t.string({
      description: 'URL of the collection in the REST API.',
      resolve: (collection, _args, ctx) => locationUrl(ctx.urls, 'collections', collection.id),
    }),
    app: t.string({
      description: 'URL of the collection in the application.',
      resolve: (collection, _args, ctx) => appUrl(ctx.urls, 'collections', collection.id),
    }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'What the caller may do.',
      resolve: (collection, _args, ctx) => collectionPermissions(ctx.actor, collection),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'Its organization.',
      resolve: (collection, _args, ctx) => getOrganization(ctx, collection.organizationId),
    }),
  }),
});

const CollectionConnection = builder.connectionObject(
  { type: Collection, name: 'CollectionConnection', interfaces: [Connection], description: 'A page of collections.' },
  { name: 'CollectionEdge', description: 'A collection in a list.' },
);

builder.queryField('collection', (t) =>
  t.field({
    type: Collection,
    nullable: true,
    description: 'The collection of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    resolve: (_root, { id }, ctx, info) => (readsOwnFields(info) ? getCollection(ctx, id) : enterCollection(ctx, id)),
  }),
);

builder.objectFields(Collection, (t) => ({
  parent: t.field({
    type: Collection,
    nullable: true,
    description: 'The collection it is in; null at the top, and when the caller may not see it.',
    resolve: ({ parentId }, _args, ctx) => (parentId === null ? null : findCollection(ctx, parentId)),
  }),
  children: t.field({
    type: CollectionConnection,
    description: 'The collections right inside it that the caller may read, in their order.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listChildren(ctx, id, pageRequest(args, info))),
  }),
  spaces: t.field({
    type: SpaceConnection,
    description: 'The spaces right inside it that the caller may read, newest first.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listSpacesIn(ctx, id, pageRequest(args, info))),
  }),
}));

builder.objectField(Space, 'parent', (t) =>
  t.field({
    type: Collection,
    nullable: true,
    description: 'The collection it is in; null at the top, and when the caller may not see it.',
    resolve: ({ parentId }, _args, ctx) => (parentId === null ? null : findCollection(ctx, parentId)),
  }),
);

builder.objectField(Organization, 'collections', (t) =>
  t.field({
    type: CollectionConnection,
    description: 'The collections the caller may read, newest first.',
    args: {
      ...pageArgs,
      nested: t.arg.boolean({ defaultValue: true, description: 'Whether collections inside others are listed too.' }),
    },
    resolve: async ({ id }, { nested, ...args }, ctx, info) =>
      toConnection(await listCollections(ctx, { organizationId: id, nested: nested ?? true }, pageRequest(args, info))),
  }),
);
