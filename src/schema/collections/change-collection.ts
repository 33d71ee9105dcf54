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
  description: 'A new collection.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the collection.', validate: CollectionTitle }),
    parent: t.id({ description: 'Collection to put it in; the top of the organization when omitted.' }),
  }),
});

const UpdateCollectionInput = builder.inputType('UpdateCollectionInput', {
  description: 'Changes of a collection; what is omitted stays.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the collection.', validate: CollectionTitle }),
    description: t.string({ description: 'What it holds; null clears it.', validate: CollectionDescription }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'Access of members without a grant; null for none.',
    }),
  }),
});

const idArg = builder.args((t) => ({ collectionId: t.id({ required: true, description: 'Id of the collection.' }) }));

builder.mutationField('createCollection', (t) =>
  t.field({
    type: payloadType('CreateCollectionPayload', 'collection', Collection, 'The new collection.'),
    description: 'Creates a collection; the caller becomes its admin.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Organization to create it in.' }),
      input: t.arg({ type: CreateCollectionInput, required: true, description: 'The new collection.' }),
    },
    resolve: async (_root, { organizationId, input: { title, parent } }, ctx) => ({
      collection: await createCollection(ctx, { organizationId, title, parentId: parent }),
    }),
  }),
);

builder.mutationField('updateCollection', (t) =>
  t.field({
    type: payloadType('UpdateCollectionPayload', 'collection', Collection, 'The collection as it is now.'),
    description: 'Changes a collection.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateCollectionInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input }, ctx) => ({
      collection: await updateCollection(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('deleteCollection', (t) =>
  t.field({
    type: deletedPayload('DeleteCollectionPayload', 'Id of the collection that is gone.'),
    description:
      'Removes a collection and those inside it; the spaces in them are deleted and can be restored for 7 days.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { collectionId: id, expectedVersion }, ctx) => ({
      deletedId: await deleteCollection(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('moveCollection', (t) =>
  t.field({
    type: payloadType('MoveCollectionPayload', 'collection', Collection, 'The collection where it is now.'),
    description: 'Puts a collection under another parent of its organization, or elsewhere among its siblings.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: MoveContentInput, required: true, description: 'Where it goes.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input }, ctx) => ({
      collection: await moveCollection(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('transferCollection', (t) =>
  t.field({
    type: payloadType('TransferCollectionPayload', 'collection', Collection, 'The collection where it is now.'),
    description: 'Takes a collection with everything in it to the top of another organization.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: TransferContentInput, required: true, description: 'Where it goes.' }),
    },
    resolve: async (_root, { collectionId: id, expectedVersion, input: { organization } }, ctx) => ({
      collection: await transferCollection(ctx, { id, expectedVersion, organizationId: organization }),
    }),
  }),
);
