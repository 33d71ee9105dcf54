import * as z from 'zod';
import type { TeamFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { permissions, Timestamp } from '../shared/schemas.ts';

/** Contract 2.16. */
export const Team = z
  .strictObject({
    object: z.literal('team'),
    id: z.string(),
    title: z.string().min(1).max(64),
    members: z.int(),
    spaces: z.int(),
    createdAt: Timestamp,
    permissions: permissions(['admin', 'view']),
  })
  .meta({ id: 'Team' });

export const team: Resource<TeamFragment, z.infer<typeof Team>> = {
  schema: Team,
  present: (node) => ({
    object: 'team',
    id: node.id,
    title: node.title,
    members: node.memberCount,
    spaces: node.spaceCount,
    createdAt: node.createdAt,
    permissions: node.permissions,
  }),
};
