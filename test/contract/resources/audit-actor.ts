import { oneOf } from './shape.ts';

/** Who did what an audit event tells of: the members of the newest client of the contract, with those of a user. */
export const auditActor = {
  object: '"user"',
  type: oneOf('user', 'integration', 'installation', 'system'),
  id: 'string',
  'label?': 'string',
  'displayName?': 'string',
  'email?': 'string',
  'photoURL?': 'string',
  urls: { 'location?': 'string' },
};
