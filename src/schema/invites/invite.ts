import { findCollection } from '../../domain/collections/collections.ts';
import { atLeast } from '../../domain/access/roles.ts';
import { getInvite, getInviteById, listInvites, type Invite as InviteModel } from '../../domain/invites/links.ts';
import { findSpace } from '../../domain/spaces/spaces.ts';
import { locationUrl } from '../../domain/urls.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { Collection } from '../collections/collection.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { Organization } from '../organizations/organization.ts';
import { Space } from '../spaces/space.ts';

export const Invite = builder.objectRef<InviteModel>('Invite');

builder.node(Invite, {
  description: 'A link that lets whoever has its id join an organization.',
  id: { description: 'Id of the link, to be given away.', resolve: (invite) => invite.id },
  loadOne: (id, ctx) => getInviteById(ctx, id),
  fields: (t) => ({
    role: t.expose('role', {
      type: RoleEnum,
      nullable: true,
      description: 'Role in the organization of who joins by it; null for guests.',
    }),
    level: t.expose('level', {
      type: RoleEnum,
      nullable: true,
      description: 'What it gives on `space` or `collection`; null for a link to the organization.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of its organization.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space it gives access to.',
      resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
    }),
    collection: t.field({
      type: Collection,
      nullable: true,
      description: 'The collection it gives access to.',
      resolve: ({ collectionId }, _args, ctx) => (collectionId === null ? null : findCollection(ctx, collectionId)),
    }),
    location: t.string({
      description: 'URL of the link in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'link-invites', id),
    }),
    redundant: t.boolean({
      description: 'Whether the caller has all that it gives.',
      resolve: async ({ organizationId, role, level }, _args, ctx) => {
        const organization = await ctx.loaders.organization.load(organizationId);
        const own = organization?.membership?.role ?? null;
        return own === 'admin' || (level === null && (role === null || atLeast(own, role)));
      },
    }),
  }),
});

const InviteConnection = builder.connectionObject(
  { type: Invite, name: 'InviteConnection', interfaces: [Connection], description: 'A page of invite links.' },
  { name: 'InviteEdge', description: 'An invite link in a list.' },
);

builder.objectFields(Organization, (t) => ({
  invite: t.field({
    type: Invite,
    nullable: true,
    description: 'The invite link of an id; for admins.',
    args: { id: t.arg.id({ required: true, description: 'Id of the link.' }) },
    resolve: ({ id: organizationId }, { id: inviteId }, ctx) => getInvite(ctx, { organizationId, inviteId }),
  }),
  invites: t.field({
    type: InviteConnection,
    description: 'The invite links, newest first; for admins.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx) => toConnection(await listInvites(ctx, id, pageRequest(args))),
  }),
}));
