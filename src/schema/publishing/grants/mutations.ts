import { withInput } from '../../../lib/watched-inputs.ts';
import { inSite } from '../sites/site.ts';
import { inCollection } from '../../authoring/collections/collection.ts';
import { inSpace } from '../../authoring/spaces/space.ts';
import { grantAccess, revokeAccess, updateAccess } from '../../../domain/publishing/grants/update.ts';
import { GrantAccessInput, UpdateAccessInput } from '../../../domain/publishing/grants/inputs.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Grant } from './grant.ts';

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

mutation('grantAccess', {
  description:
    'Grants users and teams of the organization a role on a space, collection or site. It replaces their earlier grants. Only for admins of the space, collection or site.',
  args: contentArgs,
  input: { form: GrantAccessInput, description: 'The role, and the users and teams to grant it to.' },
  payload: GrantAccessPayload,
  resolve: async (ctx, { input, ...content }) => ({
    grants: await grantAccess(ctx, withInput(input, content)),
  }),
});

mutation('updateAccess', {
  description:
    'Updates the role of the grant of a user or team on a space, collection or site. Only for admins of the space, collection or site.',
  args: { ...contentArgs, ...holderArgs },
  input: { form: UpdateAccessInput, description: 'Fields to update.' },
  payload: shows('grant', Grant, 'The updated grant.'),
  resolve: (ctx, { input, ...reference }) => updateAccess(ctx, withInput(input, reference)),
});

mutation('revokeAccess', {
  description:
    'Revokes the grant of a user or team on a space, collection or site. Only for admins of the space, collection or site.',
  args: { ...contentArgs, ...holderArgs },
  payload: showsDeleted('Id of the revoked grant.', inSpace, inCollection, inSite),
  resolve: async (ctx, reference) => ({ ...reference, deletedId: await revokeAccess(ctx, reference) }),
});
