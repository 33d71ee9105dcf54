import { SetLanguageInput } from '../../../domain/people/users/inputs.ts';
import { getLanguage, setLanguage } from '../../../domain/people/users/language.ts';
import { LanguageCode } from '../../../lib/languages.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { User } from './user.ts';

builder.objectField(User, 'language', (t) =>
  t.string({
    nullable: true,
    extensions: { limits: LanguageCode },
    description:
      'Code of the language in which the caller wants pages of this service; null when they have chosen none, and for every other user.',
    resolve: ({ id }, _args, ctx) => (id === ctx.actor.userId ? getLanguage(ctx) : null),
  }),
);

mutation('setLanguage', {
  description:
    'Sets the language in which the caller wants pages of this service, on every device. Forbidden as a change of the profile is.',
  input: { form: SetLanguageInput, description: 'The language.' },
  payload: shows('user', User, 'The caller.'),
  resolve: (ctx, { input }) => setLanguage(ctx, input),
});
