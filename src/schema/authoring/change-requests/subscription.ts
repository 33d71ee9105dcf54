import { getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { followChangeRequest } from '../../../domain/authoring/change-requests/follow.ts';
import { builder } from '../../builder.ts';
import { ChangeRequest } from './change-request.ts';

builder.subscriptionField('changeRequestUpdated', (t) =>
  t.field({
    type: ChangeRequest,
    description:
      'A change request as it is now, and again after each change of it, of its content or of its reviews. Needs the scope `org:read` too.',
    args: { changeRequestId: t.arg.id({ required: true, description: 'Id of the change request that is followed.' }) },
    subscribe: (_root, { changeRequestId }, ctx) => followChangeRequest(ctx, changeRequestId),
    resolve: (id, _args, ctx) => getChangeRequest(ctx, { id }),
  }),
);
