import { DefaultLevel } from '../../../access/role-forms.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { CollectionDescription, CollectionTitle } from './fields.ts';

export const CreateCollectionInput = inputForm('CreateCollection', 'Fields of a new collection.', {
  title: CollectionTitle.apply(omittable).describe('Name of the collection.'),
  parent: Id.apply(omittable).describe('Id of the parent collection; the top level of the organization when omitted.'),
});

export const UpdateCollectionInput = inputForm('UpdateCollection', 'Fields to update; omitted fields stay unchanged.', {
  title: CollectionTitle.optional().describe('Name of the collection.'),
  description: CollectionDescription.nullish().describe('Description of the collection; null removes it.'),
  defaultLevel: DefaultLevel.nullish().describe('Access of members without a grant; null for no access.'),
});
