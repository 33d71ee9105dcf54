import { getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { followChangeRequest } from '../../../domain/authoring/change-requests/follow.ts';
import { builder } from '../../builder.ts';
import { subscription } from '../../subscription.ts';
import { ChangeRequest } from './change-request.ts';

subscription('changeRequestUpdated', {
  type: ChangeRequest,
  description:
    'A change request as it is now, and again after each change of it, of its content or of its reviews. Needs the scope `org:read` too.',
  args: builder.args((t) => ({
    changeRequestId: t.id({ required: true, description: 'Id of the change request that is followed.' }),
  })),
  follow: (ctx, { changeRequestId }) => followChangeRequest(ctx, changeRequestId),
  resolve: (ctx, id) => getChangeRequest(ctx, { id }),
});
