import { contractEnum } from './enums.ts';

/** Contract 2.1. */
export const RoleEnum = contractEnum('Role', 'What somebody may do, each role including the weaker ones.', {
  admin: 'Administrate content, create and delete spaces.',
  create: 'Create content.',
  review: 'Review content.',
  edit: 'Edit live content or change requests.',
  comment: 'Access content and discussions.',
  read: 'Access content, no updates.',
});
