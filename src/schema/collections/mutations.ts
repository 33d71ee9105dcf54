import { createCollection } from '../../domain/collections/create.ts';
import { deleteCollection } from '../../domain/collections/delete.ts';
import { CollectionDescription, CollectionTitle } from '../../domain/collections/fields.ts';
import { moveCollection } from '../../domain/collections/move.ts';
import { transferCollection } from '../../domain/collections/transfer.ts';
import { updateCollection } from '../../domain/collections/update.ts';
import { DefaultLevelEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Collection } from './collection.ts';
import { MoveContentInput, TransferContentInput } from './placement.ts';

const CreateCollectionInput = builder.inputType('CreateCollectionInput', {
  description: 'Fields of a new collection.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the collection.', validate: CollectionTitle }),
    parent: t.id({ description: 'Id of the parent collection; the top level of the organization when omitted.' }),
  }),
});

const UpdateCollectionInput = builder.inputType('UpdateCollectionInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the collection.', validate: CollectionTitle }),
    description: t.string({
      description: 'Description of the collection; null removes it.',
      validate: CollectionDescription,
    }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'Access of members without a grant; null for no access.',
    }),
  }),
});

const idArg = builder.args((t) => ({ collectionId: t.id({ required: true }) }));

builder.mutationField('createCollection', (t) =>
  t.field({
    type: payloadType('CreateCollectionPayload', 'collection', Collection, 'The new collection.'),
    description:
      'Creates a collection whose admin is the caller. Needs the role `create` on the parent collection or, at the top level, on the organization.',
    args: {
      organizationId: t.arg.id({ required: true }),
      input: t.arg({ type: CreateCollectionInput, required: true, description: 'Fields of the new collection.' }),
    },
    resolve: async (_root, { organizationId, input: { title, parent } }, ctx) => ({
      collection: await createCollection(ctx, { organizationId, title, parentId: parent }),
    }),
  }),
);

builder.mutationField('updateCollection', (t) =>
  t.field({
    type: payloadType('UpdateCollectionPayload', 'collection', Collection, 'The updated collection.'),
    description: 'Updates a collection. Only for its admins.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCollectionInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input }, ctx) => ({
      collection: await updateCollection(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('deleteCollection', (t) =>
  t.field({
    type: deletedPayload('DeleteCollectionPayload', 'Id of the deleted collection.'),
    description:
      'Deletes a collection and the collections in it. Their spaces are deleted too and can be restored for 7 days. Only for admins of the collection.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { collectionId: id, expectedVersion }, ctx) => ({
      deletedId: await deleteCollection(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('moveCollection', (t) =>
  t.field({
    type: payloadType('MoveCollectionPayload', 'collection', Collection, 'The collection in its new place.'),
    description:
      'Moves a collection to another parent in its organization, or to another position among its siblings. Only for its admins, who need the role `create` on the new parent. A parent within the collection is refused.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: MoveContentInput, required: true, description: 'The new place.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input }, ctx) => ({
      collection: await moveCollection(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('transferCollection', (t) =>
  t.field({
    type: payloadType('TransferCollectionPayload', 'collection', Collection, 'The collection in its new place.'),
    description:
      'Transfers a collection with everything in it to the top level of another organization. Only for its admins, who need the role `create` in that organization.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: TransferContentInput, required: true, description: 'The new place.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input: { organization } }, ctx) => ({
      collection: await transferCollection(ctx, { id, expectedVersion, organizationId: organization }),
    }),
  }),
);
