import type { Route } from './route.ts';
import { commentRoutes } from './comments/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { inviteRoutes } from './invites/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { collectionRoutes } from './collections/routes.ts';
import { grantRoutes } from './grants/routes.ts';
import { spaceRoutes } from './spaces/routes.ts';
import { teamRoutes } from './teams/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every documented path, once. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...organizationRoutes,
  ...inviteRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...spaceRoutes,
  ...commentRoutes,
  ...contentRoutes,
  ...importRoutes,
  ...collectionRoutes,
  ...grantRoutes,
];
