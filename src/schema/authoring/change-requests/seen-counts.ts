import { countVisibleChangeRequests } from '../../../domain/authoring/change-requests/seen-counts.ts';
import { countVisibleComments } from '../../../domain/authoring/comments/seen-count.ts';
import type { Context } from '../../../domain/core/context.ts';
import type { Space as SpaceModel } from '../../../domain/authoring/spaces/spaces.ts';
import { whenKnown } from '../../../lib/when-known.ts';
import { builder } from '../../builder.ts';
import { Space } from '../spaces/space.ts';
import { ChangeRequest } from './change-request.ts';

const countSeen = (name: 'total' | 'open' | 'draft') => (space: SpaceModel, _args: object, ctx: Context) =>
  whenKnown(countVisibleChangeRequests(ctx, space), (counts) => counts[name]);

builder.objectFields(Space, (t) => ({
  commentsOpen: t.int({
    description: 'Number of open comments; 0 for callers who may not read comments.',
    resolve: (space, _args, ctx) => countVisibleComments(ctx.actor, space),
  }),
  changeRequestsTotal: t.int({
    description: 'Number of change requests that the caller may see.',
    resolve: countSeen('total'),
  }),
  changeRequestsOpen: t.int({
    description: 'Number of open change requests that the caller may see.',
    resolve: countSeen('open'),
  }),
  changeRequestsDraft: t.int({
    description: 'Number of draft change requests that the caller may see.',
    resolve: countSeen('draft'),
  }),
}));

builder.objectField(ChangeRequest, 'commentsOpen', (t) =>
  t.int({
    description: 'Number of open comments; 0 for callers who may not read comments.',
    resolve: (changeRequest, _args, ctx) => countVisibleComments(ctx.actor, changeRequest),
  }),
);
