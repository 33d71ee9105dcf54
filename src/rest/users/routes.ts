import {
  GetAuthenticatedUserDocument,
  GetUserByIdDocument,
  UpdateUserByIdDocument,
} from '../__generated__/operations.ts';
import { ok, route } from '../route.ts';
import { user } from './resource.ts';

export const userRoutes = [
  route(
    'GET /v1/user',
    GetAuthenticatedUserDocument,
    ok(user, (d) => d.viewer),
  ),
  route(
    'GET /v1/users/{userId}',
    GetUserByIdDocument,
    ok(user, (d) => d.user),
  ),
  route(
    'PATCH /v1/users/{userId}',
    UpdateUserByIdDocument,
    ok(user, (d) => d.updateUser.user),
  ),
];
