import * as z from 'zod';
import { linkStatuses, type LinkStatus } from '../../domain/content/links.ts';
import type { ContentLinkFragment, ContentLinksFragment } from '../__generated__/operations.ts';
import type { ListFacts, Resource } from '../route.ts';
import { ContentLocation, contentLocation } from './location.ts';

/** Contract 2.13; decisions 4.5. */
const ContentLink = z
  .strictObject({
    status: z.enum(Object.keys(linkStatuses) as [LinkStatus, ...LinkStatus[]]),
    relation: z.enum(['reference', 'dependsOn']),
    targetReference: ContentLocation.optional(),
    locationReferences: z.array(ContentLocation),
  })
  .meta({ id: 'ContentLink' });

export const contentLink: Resource<ContentLinkFragment, z.infer<typeof ContentLink>> = {
  schema: ContentLink,
  present: ({ status, relation, target, location }) => ({
    status,
    relation,
    targetReference: target ? contentLocation.present(target) : undefined,
    locationReferences: [contentLocation.present(location)],
  }),
};

const LinkStats = z
  .strictObject({
    total: z.int(),
    broken: z.strictObject({ total: z.int(), changeRequest: z.int().optional() }),
  })
  .meta({ id: 'LinkStats' });

/** Contract 2.13: how many links there are, beside the list. */
export const linkStats: ListFacts<ContentLinksFragment, { stats: z.infer<typeof LinkStats> }> = {
  schema: { stats: LinkStats },
  present: ({ stats: { total, broken, brokenInChangeRequest } }) => ({
    stats: {
      total,
      broken: { total: broken, changeRequest: brokenInChangeRequest ?? undefined },
    },
  }),
};
