import { Role } from '../access/role-forms.ts';
import { enumOf } from './form-members.ts';

export const RoleEnum = enumOf(Role);
