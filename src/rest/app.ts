import type { Route } from './route.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { spaceRoutes } from './spaces/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every documented path, once. */
export const routes: readonly Route[] = [...userRoutes, ...organizationRoutes, ...spaceRoutes];
