import {
  connectGit,
  disconnectGit,
  rotateGitHookSecret,
  type ConnectionWithSecret,
} from '../../../domain/exchange/git/connect.ts';
import { ConnectGitInput, UpdateGitInput } from '../../../domain/exchange/git/inputs.ts';
import { syncGit } from '../../../domain/exchange/git/schedule.ts';
import { updateGit } from '../../../domain/exchange/git/update-connection.ts';
import { withInput } from '../../../lib/watched-inputs.ts';
import { inSpace } from '../../authoring/spaces/space.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Job } from '../../core/jobs/job.ts';
import { ConnectedRepository } from './connection.ts';

const spaceArg = builder.args((t) => ({ spaceId: t.id({ required: true }) }));

/** Defines a payload of a connection with the secret of its webhook. */
const withSecret = (name: 'ConnectGitPayload' | 'RotateGitHookSecretPayload', mutationName: string) =>
  builder.objectRef<ConnectionWithSecret>(name).implement({
    description: `The result of \`${mutationName}\`.`,
    fields: (t) => ({
      connection: t.field({
        type: ConnectedRepository,
        description: 'The connection that has the secret.',
        resolve: ({ connection }) => connection,
      }),
      hookSecret: t.exposeString('secret', {
        description: 'The secret of the webhook of the host. It is stored encrypted and cannot be read again.',
      }),
    }),
  });

mutation('connectGit', {
  description:
    'Connects a space with a branch of a Git repository, and returns the secret for the webhook of its host once. The branch is looked at first, and where content goes to it also whether the token may write. Only for admins of the space.',
  extensions: { longRunning: true },
  args: spaceArg,
  input: { form: ConnectGitInput, description: 'The branch, and how both are kept equal.' },
  payload: withSecret('ConnectGitPayload', 'connectGit'),
  resolve: (ctx, { spaceId, input }) => connectGit(ctx, withInput(input, { spaceId })),
});

mutation('updateGit', {
  description:
    'Changes the connection of a space, pauses it, or lets it begin again. Another place or token is looked at first. Only for admins of the space.',
  extensions: { longRunning: true },
  args: spaceArg,
  input: { form: UpdateGitInput, description: 'Fields to update.' },
  payload: shows('connection', ConnectedRepository, 'The updated connection.'),
  resolve: (ctx, { spaceId, input }) => updateGit(ctx, withInput(input, { spaceId })),
});

mutation('rotateGitHookSecret', {
  description:
    'Gives the webhook of a connection a new secret and returns it once. What the host sends with the one before is refused. Only for admins of the space.',
  args: spaceArg,
  payload: withSecret('RotateGitHookSecretPayload', 'rotateGitHookSecret'),
  resolve: (ctx, { spaceId }) => rotateGitHookSecret(ctx, spaceId),
});

mutation('disconnectGit', {
  description:
    'Disconnects a space from its Git repository. Content and repository stay as they are. Only for admins of the space.',
  args: spaceArg,
  payload: showsDeleted('Id of the connection.', inSpace),
  resolve: async (ctx, { spaceId }) => ({ deletedId: await disconnectGit(ctx, spaceId), spaceId }),
});

mutation('syncGit', {
  description:
    'Starts a sync of a space with its branch, for those who may sync the space. It writes as the connection; the job may be followed and cancelled.',
  args: spaceArg,
  payload: shows('job', Job, 'The job that syncs.'),
  resolve: (ctx, { spaceId }) => syncGit(ctx, spaceId),
});
