import { createUser } from '../../../domain/people/users/create.ts';
import { CreateUserInput, UpdateUserInput } from '../../../domain/people/users/inputs.ts';
import { updateUser } from '../../../domain/people/users/users.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { User } from './user.ts';

mutation('updateUser', {
  description:
    'Updates the profile of the caller. Forbidden for other users, and for a token that is limited to an organization which does not manage the user.',
  args: builder.args((t) => ({
    userId: t.id({ required: true, description: 'Id of the user, who must be the caller.' }),
  })),
  input: { form: UpdateUserInput, description: 'Fields to update.' },
  payload: shows('user', User, 'The updated user.'),
  resolve: (ctx, { userId, input }) => updateUser(ctx, { id: userId, changes: input }),
});

mutation('createUser', {
  description:
    'Creates a user who is not a member of any organization. Instance admins only. Fails with `already_exists` when another user has the email address.',
  input: { form: CreateUserInput, description: 'Fields of the new user.' },
  payload: shows('user', User, 'The new user.'),
  resolve: (ctx, { input }) => createUser(ctx, input),
});
