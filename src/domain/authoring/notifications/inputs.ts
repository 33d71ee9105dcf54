import * as z from 'zod';
import { DateTime, Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { maxMarked, WatchLevel } from './fields.ts';

export const WatchInput = inputForm('Watch', 'How something is watched.', {
  level: WatchLevel.default('everything').describe('What to tell.'),
});

export const MarkNotificationsReadInput = inputForm(
  'MarkNotificationsRead',
  'Which notifications to mark: exactly one of `ids` and `seenAt`.',
  {
    ids: z
      .array(Id)
      .min(1)
      .max(maxMarked)
      .apply(omittable)
      .describe(
        'Ids of notifications. Those that are not kept any more, or that the caller may not read, are left out.',
      ),
    seenAt: DateTime.apply(omittable).describe(
      'The time up to which all are marked: `updatedAt` of the newest one that was seen.',
    ),
  },
);
