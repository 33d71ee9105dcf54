import { WatchLevel } from '../../../domain/authoring/notifications/fields.ts';
import { WatchInput } from '../../../domain/authoring/notifications/inputs.ts';
import {
  getWatch,
  listWatches,
  unwatch,
  watch,
  type Watch as WatchModel,
} from '../../../domain/authoring/notifications/watches.ts';
import { getKnownUser } from '../../../domain/people/users/users.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { mutation } from '../../mutation.ts';
import { loadNode } from '../../node.ts';
import { orNull, parentField, shows, showsDeleted } from '../../payload.ts';
import { User } from '../../people/users/user.ts';
import { ownId } from '../../plain-fields.ts';

const Watch = builder.objectRef<WatchModel>('Watch');

builder.node(Watch, {
  description: 'That somebody watches something, to be notified of what happens there. Visible to them alone.',
  id: { description: 'Id of the watch.', resolve: ownId },
  loadOne: (id, ctx) => getWatch(ctx, id),
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'Id of what is watched.' }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'What is watched; null when it is gone, or the caller may not read it any more.',
      resolve: ({ nodeId }, _args, ctx) => orNull(loadNode(ctx, nodeId)) as never,
    }),
    userId: t.exposeID('userId', { description: 'Id of the user who is notified.' }),
    level: t.expose('level', { type: enumOf(WatchLevel), description: 'Of what they are notified.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it began. Nobody is notified of what was before.',
    }),
  }),
});

const WatchConnection = connectionOf(Watch, 'Watch', 'a watch', 'watches');

builder.objectField(User, 'watching', (t) =>
  t.field({
    type: WatchConnection,
    description:
      'What the caller watches in the organizations that the token may access, the latest first. Empty for every other user.',
    args: { ...pageArgs },
    resolve: async (user, args, ctx, info) =>
      toConnection(user.id === ctx.actor.userId ? await listWatches(ctx, pageRequest(args, info)) : emptyPage),
  }),
);

const watchArgs = builder.args((t) => ({
  nodeId: t.id({
    required: true,
    description: 'Id of a space, a page of its main content, a collection, a change request or a specification.',
  }),
  userId: t.id({ description: 'Id of the user; the caller when omitted. Only admins of it may name others.' }),
}));

mutation('watch', {
  description: 'Sets of what somebody is notified on something that they may read, at most 1,000 things.',
  args: watchArgs,
  input: { form: WatchInput, description: 'What to tell.' },
  payload: shows('watch', Watch, 'How it is watched now.'),
  resolve: (ctx, { input, ...key }) => watch(ctx, key, input.level),
});

mutation('unwatch', {
  description:
    'Ends that somebody watches something. They are still notified of change requests and threads in which they take part.',
  args: watchArgs,
  payload: showsDeleted(
    'Id of the deleted watch.',
    parentField('user', User, (ctx, { userId }: { readonly userId: string }) => getKnownUser(ctx, userId)),
  ),
  resolve: (ctx, key) => unwatch(ctx, key),
});
