import * as z from 'zod';
import { inputForm } from '../../../lib/form-types.ts';

export const UpdateMailSettingsInput = inputForm('UpdateMailSettings', 'What the caller is told by mail.', {
  digests: z
    .boolean()
    .optional()
    .describe('Whether unread notifications are sent by mail, in one mail an hour at most.'),
});
