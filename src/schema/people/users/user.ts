import { getKnownUser, getViewer, type User as UserModel } from '../../../domain/people/users/users.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { parentField } from '../../payload.ts';
import { ownId } from '../../plain-fields.ts';

export const User = builder.objectRef<UserModel>('User');

/** The caller, of something of theirs that is deleted. */
export const ofViewer = parentField('viewer', User, (ctx) => getViewer(ctx));

builder.node(User, {
  description: 'A user of the installation.',
  id: { description: 'Id of the user.', resolve: ownId },
  loadOne: (id, ctx) => getKnownUser(ctx, id),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'Name that others see.' }),
    email: t.exposeString('email', {
      nullable: true,
      description:
        'Email address. Null for callers other than the user and members who may create content in a common organization, and for tokens with neither of the scopes `user:read` and `org:members:read`.',
    }),
    photoUrl: t.expose('photoURL', {
      type: 'URL',
      nullable: true,
      description: 'URL of the picture; null without one.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the user in the REST API.',
      resolve: (user, _args, ctx) => locationUrl(ctx.urls, 'users', user.id),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    description: 'The caller: the user who owns the token of the request.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'A user by id. Null with an error unless it is the caller or a member of a common organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_root, { id }, ctx) => getKnownUser(ctx, id),
  }),
}));
