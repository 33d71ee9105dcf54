import { getKnownUser, getViewer, type User as UserModel } from '../../domain/users/users.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { ownId } from '../plain-fields.ts';

export const User = builder.objectRef<UserModel>('User');

builder.node(User, {
  description: 'A user of the installation.',
  id: { description: 'Id of the user.', resolve: ownId },
  loadOne: (id, ctx) => getKnownUser(ctx, id),
  fields: (t) => ({
    displayName: t.exposeString('displayName'),
    email: t.exposeString('email', {
      nullable: true,
      description:
        'Email address. Shown only to the user and to those who may create content in a common organization.',
    }),
    photoURL: t.exposeString('photoURL', { nullable: true, description: 'URL of the picture.' }),
    location: t.string({
      description: 'URL of the user in the REST API.',
      resolve: (user, _args, ctx) => locationUrl(ctx.urls, 'users', user.id),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    description: 'The user who owns the token of the request.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description:
      'The user with an id. Null with an error unless it is the caller or a member of a common organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_root, { id }, ctx) => getKnownUser(ctx, id),
  }),
}));
