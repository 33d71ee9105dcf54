import { findCollection } from '../../../domain/authoring/collections/collections.ts';
import { atLeast } from '../../../access/roles.ts';
import {
  getInviteLink,
  getInviteLinkById,
  listInviteLinks,
  type Invite as InviteModel,
} from '../../../domain/people/invites/invites.ts';
import { signInPage } from '../../../domain/people/passkeys/relying-party.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { RoleEnum } from '../../access.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { Collection } from '../../authoring/collections/collection.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { Organization } from '../organizations/organization.ts';
import { Space } from '../../authoring/spaces/space.ts';

export const Invite = builder.objectRef<InviteModel>('Invite');

builder.node(Invite, {
  description: 'An invite link. Anyone who knows its id may join the organization.',
  id: { description: 'Id of the link, to share with the users to invite.', resolve: ownId },
  loadOne: (id, ctx) => getInviteLinkById(ctx, id),
  fields: (t) => ({
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'Role in the organization of users who join; null makes them guests.',
    }),
    level: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'Role that is granted on `space` or `collection`; null for a link to the organization.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the link was created.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the link.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space that the link grants access to; null for other links.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection that the link grants access to; null for other links.',
      resolve: ({ collectionId }, _args, ctx) => (collectionId === null ? null : findCollection(ctx, collectionId)),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the link in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'link-invites', id),
    }),
    joinUrl: t.field({
      type: 'URL',
      description: 'The page to share, where whoever opens it joins: as a new person, or as who they are.',
      resolve: ({ id }, _args, ctx) => signInPage(ctx.urls, id),
    }),
    redundant: t.boolean({
      description: 'Whether the caller already has the role that the link grants.',
      resolve: async ({ organizationId, role, level }, _args, ctx) => {
        const organization = await ctx.loaders.organization.load(organizationId);
        const own = organization?.membership?.role ?? null;
        return own === 'admin' || (level === null && (role === null || atLeast(own, role)));
      },
    }),
  }),
});

const InviteConnection = connectionOf(Invite, 'Invite', 'an invite link', 'invite links');

builder.objectFields(Organization, (t) => ({
  invite: t.field({
    type: Invite,
    nullable: true,
    description: 'An invite link by id. Organization admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the link.' }) },
    resolve: ({ id: organizationId }, { id: inviteId }, ctx) => getInviteLink(ctx, { organizationId, inviteId }),
  }),
  invites: t.field({
    type: InviteConnection,
    description: 'The invite links, newest first. Organization admins only.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx) => toConnection(await listInviteLinks(ctx, id, pageRequest(args))),
  }),
}));
