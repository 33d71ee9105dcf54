import { defaultEmoji, editModes, spaceVisibilities } from '../../domain/spaces/fields.ts';
import {
  enterSpace,
  getSpace,
  listSpaces,
  spacePermissions,
  type Space as SpaceModel,
} from '../../domain/spaces/spaces.ts';
import { getOrganization } from '../../domain/organizations/organizations.ts';
import { appUrl, locationUrl } from '../../domain/urls.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { Organization } from '../organizations/organization.ts';
import { readsOwnFields } from '../own-fields.ts';
import { permissionsType } from '../permissions.ts';

const SpaceVisibilityEnum = contractEnum('SpaceVisibility', 'Who may read what a space publishes.', spaceVisibilities);
export const EditModeEnum = contractEnum('EditMode', 'Whether a space takes direct edits.', editModes);

const SpacePermissions = permissionsType('SpacePermissions', {
  view: 'See the space.',
  access: 'Access its content.',
  admin: 'Administrate it.',
  viewInviteLinks: 'View its invite links.',
  edit: 'Edit its live content.',
  triggerGitSync: 'Trigger its git sync.',
  comment: 'Comment on it.',
  merge: 'Merge its change requests.',
  review: 'Review its change requests.',
  installIntegration: 'Install integrations on it.',
});

export const Space = builder.objectRef<SpaceModel>('Space');

builder.node(Space, {
  description: 'A container of documentation content.',
  id: { description: 'Id of the space.', resolve: (space) => space.id },
  loadOne: (id, ctx) => getSpace(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the space.' }),
    emoji: t.string({ description: 'Emoji shown with the title.', resolve: (space) => space.emoji ?? defaultEmoji }),
    icon: t.exposeString('icon', { nullable: true, description: 'Icon URL; excludes an emoji of its own.' }),
    visibility: t.field({
      type: SpaceVisibilityEnum,
      description: 'Who may read what it publishes.',
      resolve: (space) => space.visibility,
    }),
    editMode: t.field({
      type: EditModeEnum,
      description: 'Whether it takes direct edits.',
      resolve: (space) => space.editMode,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true, description: 'When it was deleted.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of its organization.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Id of its collection.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the active revision.' }),
    defaultLevel: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Access of members without a grant, inheritance resolved; null for none.',
    }),
    inheritsDefaultLevel: t.boolean({
      description: 'Whether the default level comes from the collection or organization.',
      resolve: (space) => space.defaultLevel === 'inherit',
    }),
    commentsOpen: t.exposeInt('comments', { description: 'Count of opened comments.' }),
    changeRequestsTotal: t.exposeInt('changeRequests', { description: 'Count of change requests.' }),
    changeRequestsOpen: t.exposeInt('changeRequestsOpen', { description: 'Count of open change requests.' }),
    changeRequestsDraft: t.exposeInt('changeRequestsDraft', { description: 'Count of draft change requests.' }),
    position: t.exposeString('position', {
      description:
        'Its place among the spaces and collections under the same parent: they stand in the order of the bytes of this text.',
    }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    location: t.string({
      description: 'URL of the space in the REST API.',
      resolve: (space, _args, ctx) => locationUrl(ctx.urls, 'spaces', space.id),
    }),
    app: t.string({
      description: 'URL of the space in the application.',
      resolve: (space, _args, ctx) => appUrl(ctx.urls, 'spaces', space.id),
    }),
    permissions: t.field({
      type: SpacePermissions,
      description: 'What the caller may do.',
      resolve: (space, _args, ctx) => spacePermissions(ctx.actor, space),
    }),
    organization: t.field({
      type: Organization,
      nullable: true,
      description: 'Its organization.',
      resolve: (space, _args, ctx) => getOrganization(ctx, space.organizationId),
    }),
  }),
});

export const SpaceConnection = builder.connectionObject(
  { type: Space, name: 'SpaceConnection', interfaces: [Connection], description: 'A page of spaces.' },
  { name: 'SpaceEdge', description: 'A space in a list.' },
);

builder.queryField('space', (t) =>
  t.field({
    type: Space,
    nullable: true,
    description: 'The space of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the space.' }) },
    resolve: (_root, { id }, ctx, info) => (readsOwnFields(info) ? getSpace(ctx, id) : enterSpace(ctx, id)),
  }),
);

builder.objectField(Organization, 'spaces', (t) =>
  t.field({
    type: SpaceConnection,
    description: 'The spaces the caller may read, newest first.',
    args: { ...pageArgs },
    resolve: async (organization, args, ctx, info) =>
      toConnection(await listSpaces(ctx, organization.id, pageRequest(args, info))),
  }),
);
