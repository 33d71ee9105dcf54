import './users/user.ts';
import './organizations/organization.ts';
import './spaces/space.ts';
import './spaces/create-space.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
