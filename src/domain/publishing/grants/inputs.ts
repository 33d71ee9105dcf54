import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { maxHolders } from './fields.ts';

const Holders = z.array(Id).max(maxHolders);

export const GrantAccessInput = inputForm('GrantAccess', 'The role, and the users and teams to grant it to.', {
  role: Role.nullish().describe('The role. Required; null makes the holders guests without access.'),
  users: Holders.apply(omittable).describe('User ids of members of the organization.'),
  teams: Holders.apply(omittable).describe('Ids of teams of the organization.'),
});

export const UpdateAccessInput = inputForm('UpdateAccess', 'Fields to update.', {
  role: Role.nullish().describe('The role. Required; null makes the holders guests without access.'),
});
