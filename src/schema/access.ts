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

/** What a default level can be set to; null is none. Decisions 5.2, disagreement 6. */
export const DefaultLevelEnum = contractEnum(
  'DefaultLevel',
  'Access of members without a grant: a role, or what the parent says.',
  {
    inherit: 'What the collection or, at the top, the organization says.',
    admin: 'Administrate content, create and delete spaces.',
    create: 'Create content.',
    review: 'Review content.',
    edit: 'Edit live content or change requests.',
    comment: 'Access content and discussions.',
    read: 'Access content, no updates.',
  },
);
