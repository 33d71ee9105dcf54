import { endMemberSession, endSession } from '../../../domain/people/sessions/end.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { showsDeleted } from '../../payload.ts';
import { inOrganization } from '../organizations/organization.ts';
import { ofViewer } from '../users/user.ts';

mutation('endSession', {
  description: 'Ends a session of the caller, which takes effect within one second.',
  args: builder.args((t) => ({
    sessionId: t.id({ required: true, description: 'Id of what to end, as the list shows it.' }),
  })),
  payload: showsDeleted('Id of the ended session.', ofViewer),
  resolve: async (ctx, { sessionId }) => {
    await endSession(ctx, sessionId);
    return { deletedId: sessionId };
  },
});

mutation('endMemberSession', {
  description:
    'Ends a session that reaches the organization, which takes effect within one second. The member can sign in again. Organization admins only.',
  args: builder.args((t) => ({
    organizationId: t.id({ required: true }),
    sessionId: t.id({ required: true, description: 'Id of what to end, as the list shows it.' }),
  })),
  payload: showsDeleted('Id of the ended session.', inOrganization),
  resolve: async (ctx, key) => {
    await endMemberSession(ctx, key);
    return { deletedId: key.sessionId, organizationId: key.organizationId };
  },
});
