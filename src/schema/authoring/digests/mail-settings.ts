import { UpdateMailSettingsInput } from '../../../domain/authoring/digests/inputs.ts';
import {
  getMailSettings,
  updateMailSettings,
  type MailSettings as MailSettingsModel,
} from '../../../domain/authoring/digests/settings.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { User } from '../../people/users/user.ts';

const MailSettings = builder.objectRef<MailSettingsModel>('MailSettings').implement({
  description: 'What somebody is told by mail.',
  fields: (t) => ({
    digests: t.exposeBoolean('digests', {
      description: 'Whether unread notifications are sent by mail, in one mail an hour at most.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Where mail goes; null without an address that is proved to be that of the person.',
    }),
    isRefused: t.exposeBoolean('isRefused', {
      description: 'Whether a mail server has refused that address for good, so that no digest is sent to it.',
    }),
  }),
});

builder.objectFields(User, (t) => ({
  mailSettings: t.field({
    type: MailSettings,
    nullable: true,
    description: 'What the caller is told by mail; null for every other user.',
    resolve: ({ id }, _args, ctx) => (id === ctx.actor.userId ? getMailSettings(ctx) : null),
  }),
}));

mutation('updateMailSettings', {
  description:
    'Changes what the caller is told by mail. Refused with `invalid_state` where the service sends no mail, and without an address that is proved.',
  input: { form: UpdateMailSettingsInput, description: 'What to change.' },
  payload: shows('mailSettings', MailSettings, 'The new settings.'),
  resolve: (ctx, { input }) => updateMailSettings(ctx, input),
});
