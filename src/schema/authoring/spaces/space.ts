import { parentField } from '../../payload.ts';
import {
  defaultEmoji,
  EditMode,
  Emoji,
  SpaceLanguage,
  SpaceTitle,
  spaceVisibilities,
} from '../../../domain/authoring/spaces/fields.ts';
import { SpaceOrder } from '../../../domain/authoring/tree/list-query.ts';
import { listDeletedSpaces, listSpaces } from '../../../domain/authoring/spaces/list.ts';
import {
  enterSpace,
  getSharedSpace,
  getSpace,
  spacePermissions,
  type Space as SpaceModel,
} from '../../../domain/authoring/spaces/spaces.ts';
import { ShareKey } from '../../../domain/people/visitors/share-keys.ts';
import { MemberSearchText } from '../../../domain/people/members/fields.ts';
import { getOrganization } from '../../../domain/people/organizations/organizations.ts';
import { appUrl, locationUrl } from '../../../domain/core/urls.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { takes } from '../../form-inputs.ts';
import { enumOf } from '../../form-members.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { readsOwnFields } from '../../own-fields.ts';
import { permissionsType } from '../../permissions.ts';
import { SidebarItem } from './sidebar-item.ts';

const SpaceVisibilityEnum = contractEnum(
  'SpaceVisibility',
  'Who may read the published content of a space.',
  spaceVisibilities,
);
const EditModeEnum = enumOf(EditMode);

const SpacePermissions = permissionsType('SpacePermissions', {
  view: 'See the space.',
  access: 'Read the content of the space.',
  admin: 'Administer the space.',
  viewInviteLinks: 'View the invite links of the space.',
  edit: 'Edit the live content.',
  triggerGitSync: 'Import content from a Git repository, and export it to one.',
  comment: 'Comment on the content.',
  merge: 'Merge change requests.',
  review: 'Review change requests.',
  installIntegration: 'Install integrations on the space.',
});

export const Space = builder.objectRef<SpaceModel>('Space');

/** The space of something deleted, if it was in one. */
export const inSpace = parentField(
  'space',
  Space,
  async (ctx, { spaceId }: { readonly spaceId?: string | null | undefined }) =>
    typeof spaceId === 'string' ? getSpace(ctx, spaceId) : null,
);

builder.node(Space, {
  description: 'A space, which contains documentation as a tree of pages.',
  interfaces: [SidebarItem],
  id: { description: 'Id of the space.', resolve: ownId },
  loadOne: (id, ctx) => getSpace(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the space.', extensions: { limits: SpaceTitle } }),
    emoji: t.string({
      description: 'Emoji shown with the title.',
      extensions: { limits: Emoji },
      resolve: (space) => space.emoji ?? defaultEmoji,
    }),
    iconUrl: t.expose('icon', {
      type: 'URL',
      nullable: true,
      description: 'URL of the icon; null for a space with an emoji.',
    }),
    visibility: t.expose('visibility', {
      type: SpaceVisibilityEnum,
      description:
        'Who may read the space besides members with a role on it. No operation sets it, because content is published by sites.',
    }),
    editMode: t.expose('editMode', {
      type: EditModeEnum,
      description: 'Whether the content can be edited directly.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the space was last updated.' }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the space was deleted; null otherwise.',
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the space.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'Id of the parent collection; null at the top level of the organization.',
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the current revision of the content.' }),
    defaultLevel: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Access of members without a grant, with inheritance resolved; null for no access.',
    }),
    inheritsDefaultLevel: t.boolean({
      description: 'Whether the default level is inherited from the parent.',
      resolve: (space) => space.defaultLevel === 'inherit',
    }),
    position: t.exposeString('position', {
      description: 'Sort key among the spaces and collections with the same parent. Keys are compared byte by byte.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'Code of the language of the content, such as `pt-br`; null when it is unknown.',
      extensions: { limits: SpaceLanguage },
    }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
  }),
});

builder.objectFields(Space, (t) => ({
  apiUrl: t.field({
    type: 'URL',
    description: 'URL of the space in the REST API.',
    resolve: (space, _args, ctx) => locationUrl(ctx.urls, 'spaces', space.id),
  }),
  appUrl: t.field({
    type: 'URL',
    description: 'URL of the space in the application.',
    resolve: (space, _args, ctx) => appUrl(ctx.urls, 'spaces', space.id),
  }),
  permissions: t.field({
    type: SpacePermissions,
    description: 'Which actions the caller may perform.',
    resolve: (space, _args, ctx) => spacePermissions(ctx.actor, space),
  }),
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'The organization of the space.',
    resolve: (space, _args, ctx) => getOrganization(ctx, space.organizationId),
  }),
}));

export const SpaceConnection = connectionOf(Space, 'Space', 'a space', 'spaces');

builder.queryField('space', (t) =>
  t.field({
    type: Space,
    nullable: true,
    description: 'A space by id. Null with an error when it does not exist or is hidden from the caller.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the space.' }),
      shareKey: t.arg.string({
        description:
          'Key of a share link of a site that shows the space. It gives access to the space itself, but not to its content.',
        validate: ShareKey,
      }),
    },
    resolve: (_root, { id, shareKey }, ctx, info) => {
      if (shareKey) return getSharedSpace(ctx, id, shareKey);
      return readsOwnFields(info) ? getSpace(ctx, id) : enterSpace(ctx, id);
    },
  }),
);

/** The filter and the order of a list of spaces. */
export const spaceListArgs = builder.args((t) => ({
  orderBy: t.field(takes(SpaceOrder, 'The order; newest first when omitted.')),
  title: t.string({
    description: 'Only spaces whose title contains this text, ignoring case.',
    validate: MemberSearchText,
  }),
  visibility: t.field({ type: [SpaceVisibilityEnum], description: 'Only spaces with one of these visibilities.' }),
}));

builder.objectField(Organization, 'spaces', (t) =>
  t.field({
    type: SpaceConnection,
    description: 'The spaces that the caller may read, newest first by default.',
    args: { ...pageArgs, ...spaceListArgs },
    resolve: async (organization, { orderBy, title, visibility, ...page }, ctx, info) =>
      toConnection(await listSpaces(ctx, organization.id, pageRequest(page, info), { orderBy, title, visibility })),
  }),
);

builder.objectField(Organization, 'deletedSpaces', (t) =>
  t.field({
    type: SpaceConnection,
    description: 'The spaces that were deleted and can be restored, the last deleted first. Organization admins only.',
    args: pageArgs,
    resolve: async (organization, page, ctx, info) =>
      toConnection(await listDeletedSpaces(ctx, organization.id, pageRequest(page, info))),
  }),
);
