import { createUser } from '../../domain/users/create.ts';
import { DisplayName, Email, maxPhotoUrlLength } from '../../domain/users/fields.ts';
import { updateUser } from '../../domain/users/users.ts';
import { httpUrl } from '../../lib/http-url.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { User } from './user.ts';

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Changes of a profile; what is omitted stays.',
  fields: (t) => ({
    displayName: t.string({ description: 'Name to show.', validate: DisplayName }),
    photoURL: t.string({ description: 'Picture; null takes it away.', validate: httpUrl(maxPhotoUrlLength) }),
  }),
});

builder.mutationField('updateUser', (t) =>
  t.field({
    type: payloadType('UpdateUserPayload', 'user', User, 'The user as they are now.'),
    description: "Changes the caller's own profile.",
    args: {
      userId: t.arg.id({ required: true, description: 'Id of the caller.' }),
      input: t.arg({ type: UpdateUserInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { userId, input }, ctx) => ({ user: await updateUser(ctx, { id: userId, changes: input }) }),
  }),
);

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A new user.',
  fields: (t) => ({
    displayName: t.string({ required: true, description: 'Name to show.', validate: DisplayName }),
    email: t.string({ description: 'Address, which nobody else has.', validate: Email }),
    emailVerified: t.boolean({ description: 'Whether the address is known to be theirs; false when omitted.' }),
  }),
});

builder.mutationField('createUser', (t) =>
  t.field({
    type: payloadType('CreateUserPayload', 'user', User, 'The new user.'),
    description: 'Creates a user, who belongs to no organization yet; for instance admins.',
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The new user.' }) },
    resolve: async (_root, { input }, ctx) => ({ user: await createUser(ctx, input) }),
  }),
);
