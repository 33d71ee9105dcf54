import { parentField } from '../../payload.ts';
import { CollectionDescription, CollectionTitle } from '../../../domain/authoring/collections/fields.ts';
import {
  collectionPermissions,
  enterCollection,
  findCollection,
  getCollection,
  type Collection as CollectionModel,
} from '../../../domain/authoring/collections/collections.ts';
import { listCollections } from '../../../domain/authoring/collections/list.ts';
import { listSpacesInCollection } from '../../../domain/authoring/spaces/list.ts';
import { CollectionOrder } from '../../../domain/authoring/tree/list-query.ts';
import { MemberSearchText } from '../../../domain/people/members/fields.ts';
import { getOrganization } from '../../../domain/people/organizations/organizations.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { takes } from '../../form-inputs.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { readsOwnFields } from '../../own-fields.ts';
import { permissionsType } from '../../permissions.ts';
import { Space, SpaceConnection, spaceListArgs } from '../spaces/space.ts';
import { SidebarItem } from '../spaces/sidebar-item.ts';

const CollectionPermissions = permissionsType('CollectionPermissions', {
  view: 'See the collection.',
  admin: 'Administer the collection.',
  viewInviteLinks: 'View the invite links of the collection.',
  create: 'Create spaces and collections in the collection.',
});

export const Collection = builder.objectRef<CollectionModel>('Collection');

/** The collection of something deleted, if it was in one. */
export const inCollection = parentField(
  'collection',
  Collection,
  async (ctx, { collectionId }: { readonly collectionId?: string | null | undefined }) =>
    typeof collectionId === 'string' ? getCollection(ctx, collectionId) : null,
);

builder.node(Collection, {
  description: 'A group of spaces and other collections.',
  interfaces: [SidebarItem],
  id: { description: 'Id of the collection.', resolve: ownId },
  loadOne: (id, ctx) => getCollection(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the collection.', extensions: { limits: CollectionTitle } }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the collection.',
      extensions: { limits: CollectionDescription },
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the collection.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection; null at the top level of the organization.',
    }),
    defaultLevel: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Access of members without a grant, with inheritance resolved; null for no access.',
    }),
    inheritsDefaultLevel: t.boolean({
      description: 'Whether the default level is inherited from the parent.',
      resolve: (collection) => collection.defaultLevel === 'inherit',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the collection was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the collection was last updated.' }),
    position: t.exposeString('position', {
      description: 'Sort key among the spaces and collections with the same parent. Keys are compared byte by byte.',
    }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the collection in the REST API.',
      resolve: (collection, _args, ctx) => locationUrl(ctx.urls, 'collections', collection.id),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL of the collection in the application.',
      resolve: (collection, _args, ctx) => appUrl(ctx.urls, 'collections', collection.id),
    }),
    permissions: t.field({
      type: CollectionPermissions,
      description: 'Which actions the caller may perform.',
      resolve: (collection, _args, ctx) => collectionPermissions(ctx.actor, collection),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'The organization of the collection.',
      resolve: (collection, _args, ctx) => getOrganization(ctx, collection.organizationId),
    }),
  }),
});

const CollectionConnection = connectionOf(Collection, 'Collection', 'a collection', 'collections');

builder.queryField('collection', (t) =>
  t.field({
    type: Collection,
    nullable: true,
    description: 'A collection by id. Null with an error when it does not exist or is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    resolve: (_root, { id }, ctx, info) => (readsOwnFields(info) ? getCollection(ctx, id) : enterCollection(ctx, id)),
  }),
);

builder.objectFields(Collection, (t) => ({
  parent: t.field({
    type: Collection,
    nullable: true,
    description: 'The parent collection. Null at the top level, and when the caller may not see it.',
    resolve: ({ parentId }, _args, ctx) => (parentId === null ? null : findCollection(ctx, parentId)),
  }),
  spaces: t.field({
    type: SpaceConnection,
    description: 'The spaces directly in the collection that the caller may read, newest first by default.',
    args: { ...pageArgs, ...spaceListArgs },
    resolve: async ({ id }, { orderBy, title, visibility, ...page }, ctx, info) =>
      toConnection(await listSpacesInCollection(ctx, id, pageRequest(page, info), { orderBy, title, visibility })),
  }),
}));

builder.objectField(Space, 'parent', (t) =>
  t.field({
    type: Collection,
    nullable: true,
    description: 'The parent collection. Null at the top level, and when the caller may not see it.',
    resolve: ({ parentId }, _args, ctx) => (parentId === null ? null : findCollection(ctx, parentId)),
  }),
);

builder.objectField(Organization, 'collections', (t) =>
  t.field({
    type: CollectionConnection,
    description: 'The collections of the organization that the caller may read, newest first by default.',
    args: {
      ...pageArgs,
      orderBy: t.arg(takes(CollectionOrder, 'The order; newest first when omitted.')),
      title: t.arg.string({
        description: 'Only collections whose title contains this text, ignoring case.',
        validate: MemberSearchText,
      }),
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Whether to include collections that are in other collections.',
      }),
    },
    resolve: async ({ id: organizationId }, { nested, orderBy, title, ...page }, ctx, info) => {
      const query = { organizationId, nested: nested ?? true, orderBy, title };
      return toConnection(await listCollections(ctx, query, pageRequest(page, info)));
    },
  }),
);
