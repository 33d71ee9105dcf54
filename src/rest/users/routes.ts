import { GetAuthenticatedUserDocument } from '../__generated__/operations.ts';
import { ok, route } from '../route.ts';
import { user } from './resource.ts';

export const userRoutes = [
  route(
    'GET /v1/user',
    GetAuthenticatedUserDocument,
    ok(user, (d) => d.viewer),
  ),
];
