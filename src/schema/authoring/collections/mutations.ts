import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import { createCollection } from '../../../domain/authoring/collections/create.ts';
import { deleteCollection } from '../../../domain/authoring/collections/delete.ts';
import { CreateCollectionInput, UpdateCollectionInput } from '../../../domain/authoring/collections/inputs.ts';
import { moveCollection } from '../../../domain/authoring/collections/move.ts';
import { transferCollection } from '../../../domain/authoring/collections/transfer.ts';
import { updateCollection } from '../../../domain/authoring/collections/update.ts';
import { builder } from '../../builder.ts';
import { MoveContentInput, TransferContentInput } from '../../../domain/authoring/tree/inputs.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Collection } from './collection.ts';

const idArg = builder.args((t) => ({ collectionId: t.id({ required: true }) }));

mutation('createCollection', {
  description:
    'Creates a collection whose admin is the caller. Needs the role `create` on the parent collection or, at the top level, on the organization.',
  args: builder.args((t) => ({ organizationId: t.id({ required: true }) })),
  input: { form: CreateCollectionInput, description: 'Fields of the new collection.' },
  payload: shows('collection', Collection, 'The new collection.'),
  resolve: (ctx, { organizationId, input: { title, parent } }) =>
    createCollection(ctx, { organizationId, title, parentId: parent }),
});

mutation('updateCollection', {
  description: 'Updates a collection. Only for its admins.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: UpdateCollectionInput, description: 'Fields to update.' },
  payload: shows('collection', Collection, 'The updated collection.'),
  resolve: (ctx, { collectionId: id, expectedVersion, input }) =>
    updateCollection(ctx, withInput(input, { id, expectedVersion })),
});

mutation('deleteCollection', {
  description:
    'Deletes a collection and the collections in it. Their spaces are deleted too and can be restored for 7 days. Only for admins of the collection.',
  args: { ...idArg, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted collection.', inOrganization),
  resolve: async (ctx, { collectionId, expectedVersion }) => {
    const { id, organizationId } = await deleteCollection(ctx, { id: collectionId, expectedVersion });
    return { deletedId: id, organizationId };
  },
});

mutation('moveCollection', {
  description:
    'Moves a collection to another parent in its organization, or to another position among its siblings. Only for its admins, who need the role `create` on the new parent. A parent within the collection is refused.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: MoveContentInput, description: 'The new place.' },
  payload: shows('collection', Collection, 'The collection in its new place.'),
  resolve: (ctx, { collectionId: id, expectedVersion, input }) =>
    moveCollection(ctx, withInput(input, { id, expectedVersion })),
});

mutation('transferCollection', {
  description:
    'Transfers a collection with everything in it to the top level of another organization. Only for its admins, who need the role `create` in that organization.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: TransferContentInput, description: 'The new place.' },
  payload: shows('collection', Collection, 'The collection in its new place.'),
  resolve: (ctx, { collectionId: id, expectedVersion, input: { organization } }) =>
    transferCollection(ctx, { id, expectedVersion, organizationId: organization }),
});
