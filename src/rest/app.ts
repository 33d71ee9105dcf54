import type { Route } from './route.ts';
import { mergingRoutes } from './change-requests/merging.ts';
import { changeRequestRoutes } from './change-requests/routes.ts';
import { changeRequestCommentRoutes } from './comments/change-request-routes.ts';
import { commentRoutes } from './comments/routes.ts';
import { historyRoutes } from './content/history-routes.ts';
import { contentRoutes } from './content/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { inviteRoutes } from './invites/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { collectionRoutes } from './collections/routes.ts';
import { grantRoutes } from './grants/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { pdfRoutes } from './pdf/routes.ts';
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
  ...changeRequestRoutes,
  ...mergingRoutes,
  ...reviewRoutes,
  ...commentRoutes,
  ...changeRequestCommentRoutes,
  ...contentRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...importRoutes,
  ...jobRoutes,
  ...pdfRoutes,
  ...collectionRoutes,
  ...grantRoutes,
];
