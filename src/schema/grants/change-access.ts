import * as z from 'zod';
import { grantAccess, revokeAccess, updateAccess } from '../../domain/grants/grant-access.ts';
import { maxHolders } from '../../domain/grants/fields.ts';
import { RoleEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Grant } from './grant.ts';

const Holders = z.array(z.string()).max(maxHolders);

const GrantAccessInput = builder.inputType('GrantAccessInput', {
  description: 'Who gets which role.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role; null, which must be said, makes a guest.' }),
    users: t.idList({ description: 'Ids of members of the organization.', validate: Holders }),
    teams: t.idList({ description: 'Ids of teams of the organization.', validate: Holders }),
  }),
});

const UpdateAccessInput = builder.inputType('UpdateAccessInput', {
  description: 'The role a holder has from now on.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, description: 'The role; null, which must be said, makes a guest.' }),
  }),
});

const contentArgs = builder.args((t) => ({
  spaceId: t.id({ description: 'Space it is about: either this or `collectionId`.' }),
  collectionId: t.id({ description: 'Collection it is about: either this or `spaceId`.' }),
}));

const holderArgs = builder.args((t) => ({
  userId: t.id({ description: 'User who holds the grant: either this or `teamId`.' }),
  teamId: t.id({ description: 'Team that holds the grant: either this or `userId`.' }),
}));

const GrantAccessPayload = builder
  .objectRef<{ readonly grants: readonly (typeof Grant.$inferType)[] }>('GrantAccessPayload')
  .implement({
    description: 'What `grantAccess` answers.',
    fields: (t) => ({
      grants: t.field({ type: [Grant], description: 'The grants as they are now.', resolve: ({ grants }) => grants }),
    }),
  });

builder.mutationField('grantAccess', (t) =>
  t.field({
    type: GrantAccessPayload,
    description:
      'Gives users and teams of the organization a role on a space or collection, in place of an earlier one.',
    args: {
      ...contentArgs,
      input: t.arg({ type: GrantAccessInput, required: true, description: 'Who gets which role.' }),
    },
    resolve: async (_root, { input, ...content }, ctx) => ({
      grants: await grantAccess(ctx, { ...content, ...input }),
    }),
  }),
);

builder.mutationField('updateAccess', (t) =>
  t.field({
    type: payloadType('UpdateAccessPayload', 'grant', Grant, 'The grant as it is now.'),
    description: 'Changes the role of a user or team that has a grant on a space or collection.',
    args: {
      ...contentArgs,
      ...holderArgs,
      input: t.arg({ type: UpdateAccessInput, required: true, description: 'The role.' }),
    },
    resolve: async (_root, { input, ...reference }, ctx) => ({
      grant: await updateAccess(ctx, { ...reference, ...input }),
    }),
  }),
);

builder.mutationField('revokeAccess', (t) =>
  t.field({
    type: deletedPayload('RevokeAccessPayload', 'Id of the grant that is gone.'),
    description: 'Takes the grant of a user or team on a space or collection away.',
    args: { ...contentArgs, ...holderArgs },
    resolve: async (_root, reference, ctx) => ({ deletedId: await revokeAccess(ctx, reference) }),
  }),
);
