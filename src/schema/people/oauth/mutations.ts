import { allowClient, type AllowedReturn } from '../../../domain/people/oauth/allow.ts';
import { endGrant } from '../../../domain/people/oauth/grants.ts';
import { AllowClientInput } from '../../../domain/people/oauth/inputs.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { showsDeleted } from '../../payload.ts';
import { ofViewer } from '../users/user.ts';

const AllowClientPayload = builder.objectRef<AllowedReturn>('AllowClientPayload').implement({
  description: 'The result of `allowClient`.',
  fields: (t) => ({
    returnUrl: t.expose('returnURL', {
      type: 'URL',
      description: 'Where the browser goes, with the code, the state and the issuer. The code is valid for a minute.',
    }),
  }),
});

mutation('allowClient', {
  description:
    'Allows a client to act for the caller in an organization, which the page at the authorization endpoint does when its person agrees. The client gets no more than the token of the request has, never `user:write`, and allows nobody else. Refused for tokens of clients.',
  input: { form: AllowClientInput, description: 'What is allowed to whom.' },
  payload: AllowClientPayload,
  resolve: (ctx, { input }) => allowClient(ctx, input),
});

mutation('endGrant', {
  description: 'Ends what the caller allowed a client, which takes effect within one second.',
  args: builder.args((t) => ({
    grantId: t.id({ required: true, description: 'Id of what to end, as the list shows it.' }),
  })),
  payload: showsDeleted('Id of the ended grant.', ofViewer),
  resolve: async (ctx, { grantId }) => {
    await endGrant(ctx, grantId);
    return { deletedId: grantId };
  },
});
