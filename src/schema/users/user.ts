import { getKnownUser, getViewer, type User as UserModel } from '../../domain/users/users.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';

export const User = builder.objectRef<UserModel>('User');

builder.node(User, {
  description: 'A person.',
  id: { description: 'Id of the user.', resolve: (user) => user.id },
  loadOne: (id, ctx) => getKnownUser(ctx, id),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'Name to show.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Address; only for the user and for members who may create content in a common organization.',
    }),
    photoURL: t.exposeString('photoURL', { nullable: true, description: 'Picture.' }),
    location: t.string({
      description: 'URL of the user in the REST API.',
      resolve: (user, _args, ctx) => locationUrl(ctx.urls, 'users', user.id),
    }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    description: 'The caller.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
  user: t.field({
    type: User,
    nullable: true,
    description: 'The user of an id: the caller, or somebody of a common organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_root, { id }, ctx) => getKnownUser(ctx, id),
  }),
}));
