import * as z from 'zod';
import { grantAccess, revokeAccess, updateAccess } from '../../domain/grants/update.ts';
import { maxHolders } from '../../domain/grants/fields.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Grant } from './grant.ts';

const Holders = z.array(z.string()).max(maxHolders);

const GrantAccessInput = builder.inputType('GrantAccessInput', {
  description: 'The role, and the users and teams to grant it to.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role. Required; null makes the holders guests without access.' }),
    users: t.idList({ description: 'User ids of members of the organization.', validate: Holders }),
    teams: t.idList({ description: 'Ids of teams of the organization.', validate: Holders }),
  }),
});

const UpdateAccessInput = builder.inputType('UpdateAccessInput', {
  description: 'Fields to update.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role. Required; null makes the holders guests without access.' }),
  }),
});

const contentArgs = builder.args((t) => ({
  spaceId: t.id({ description: 'Id of the space. Exactly one of this, `collectionId` and `siteId` is required.' }),
  collectionId: t.id({ description: 'Id of the collection. Exactly one of this, `spaceId` and `siteId` is required.' }),
  siteId: t.id({ description: 'Id of the site. Exactly one of this, `spaceId` and `collectionId` is required.' }),
  organizationId: t.id({
    description: 'Id of the organization of the site. A site of another organization is answered with `not_found`.',
  }),
}));

const holderArgs = builder.args((t) => ({
  userId: t.id({ description: 'Id of the user who holds the grant. Exactly one of this and `teamId` is required.' }),
  teamId: t.id({ description: 'Id of the team that holds the grant. Exactly one of this and `userId` is required.' }),
}));

const GrantAccessPayload = builder
  .objectRef<{ readonly grants: readonly (typeof Grant.$inferType)[] }>('GrantAccessPayload')
  .implement({
    description: 'Result of `grantAccess`.',
    fields: (t) => ({
      grants: t.field({
        type: [Grant],
        description: 'The created and updated grants.',
        resolve: ({ grants }) => grants,
      }),
    }),
  });

builder.mutationField('grantAccess', (t) =>
  t.field({
    type: GrantAccessPayload,
    description:
      'Grants users and teams of the organization a role on a space, collection or site. It replaces their earlier grants. Only for admins of the space, collection or site.',
    args: {
      ...contentArgs,
      input: t.arg({
        type: GrantAccessInput,
        required: true,
        description: 'The role, and the users and teams to grant it to.',
      }),
    },
    resolve: async (_root, { input, ...content }, ctx) => ({
      grants: await grantAccess(ctx, { ...content, ...input }),
    }),
  }),
);

builder.mutationField('updateAccess', (t) =>
  t.field({
    type: payloadType('UpdateAccessPayload', 'grant', Grant, 'The updated grant.'),
    description:
      'Updates the role of the grant of a user or team on a space, collection or site. Only for admins of the space, collection or site.',
    args: {
      ...contentArgs,
      ...holderArgs,
      input: t.arg({ type: UpdateAccessInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...reference }, ctx) => ({
      grant: await updateAccess(ctx, { ...reference, ...input }),
    }),
  }),
);

builder.mutationField('revokeAccess', (t) =>
  t.field({
    type: deletedPayload('RevokeAccessPayload', 'Id of the revoked grant.'),
    description:
      'Revokes the grant of a user or team on a space, collection or site. Only for admins of the space, collection or site.',
    args: { ...contentArgs, ...holderArgs },
    resolve: async (_root, reference, ctx) => ({ deletedId: await revokeAccess(ctx, reference) }),
  }),
);
