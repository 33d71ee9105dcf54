import './users/user.ts';
import './organizations/organization.ts';
import './spaces/space.ts';
import './spaces/create-space.ts';
import './node.ts';
import { builder } from './builder.ts';
import { withPlainFields } from './plain-fields.ts';

export const schema = withPlainFields(builder.toSchema());
