import { createUser } from '../../domain/users/create.ts';
import { DisplayName, Email, maxPhotoUrlLength } from '../../domain/users/fields.ts';
import { updateUser } from '../../domain/users/users.ts';
import { httpUrl } from '../../lib/http-url.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { User } from './user.ts';

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    displayName: t.string({ validate: DisplayName }),
    photoURL: t.string({ description: 'URL of the picture; null removes it.', validate: httpUrl(maxPhotoUrlLength) }),
  }),
});

builder.mutationField('updateUser', (t) =>
  t.field({
    type: payloadType('UpdateUserPayload', 'user', User, 'The updated user.'),
    description:
      'Updates the profile of the caller. Forbidden for other users, and for a token that is limited to an organization which does not manage the user.',
    args: {
      userId: t.arg.id({ required: true, description: 'Id of the user, who must be the caller.' }),
      input: t.arg({ type: UpdateUserInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { userId, input }, ctx) => ({ user: await updateUser(ctx, { id: userId, changes: input }) }),
  }),
);

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'Fields of a new user.',
  fields: (t) => ({
    displayName: t.string({ required: true, validate: DisplayName }),
    email: t.string({
      description: 'Email address, unique among the users whom no organization manages.',
      validate: Email,
    }),
    emailVerified: t.boolean({
      description:
        'Whether the email address is verified. Users with a verified address may join organizations of its domain. False when omitted.',
    }),
  }),
});

builder.mutationField('createUser', (t) =>
  t.field({
    type: payloadType('CreateUserPayload', 'user', User, 'The new user.'),
    description:
      'Creates a user who is not a member of any organization. Instance admins only. Fails with `already_exists` when another user has the email address.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'Fields of the new user.' }) },
    resolve: async (_root, { input }, ctx) => ({ user: await createUser(ctx, input) }),
  }),
);
