import { choice } from '../lib/form-types.ts';

const meanings = {
  admin: 'Administer the resource, including its settings and access, and delete it.',
  create: 'Create spaces and collections.',
  review: 'Review and merge change requests.',
  edit: 'Edit live content and change requests.',
  comment: 'Read content, and read and write comments.',
  read: 'Read content.',
} as const;

export const Role = choice(
  'Role',
  'A role on an organization, a collection or a space. Each role includes the weaker ones.',
  meanings,
);

/** The values that a default level can be set to. Null, for no access, is not one of them. */
export const DefaultLevel = choice(
  'DefaultLevel',
  'Access of members without a grant: a role, or the level of the parent.',
  {
    inherit: 'The default level of the parent collection or, at the top level, the default role of the organization.',
    ...meanings,
  },
);
