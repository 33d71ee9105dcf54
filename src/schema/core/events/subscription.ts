import * as z from 'zod';
import { followOrganizationEvents } from '../../../domain/people/organizations/follow-events.ts';
import { builder } from '../../builder.ts';
import { subscription } from '../../subscription.ts';
import { Event, eventArgs, eventFilter } from './event.ts';

/** The position after which a stream of events begins. */
export const sinceArg = builder.args((t) => ({
  since: t.float({
    description:
      'Position after which to begin, such as that of the last event that was received; now when omitted. It must be one that an event has had, and what follows must still be kept.',
    validate: z.int().min(0),
  }),
}));

subscription('organizationEvents', {
  type: Event,
  description:
    'What happens in the organization, as far as the caller may read it at that time. Ends with an error when the caller is no longer a member.',
  args: {
    ...builder.args((t) => ({
      organizationId: t.id({ required: true, description: 'Id of the organization whose events are sent.' }),
    })),
    ...sinceArg,
    ...eventArgs,
  },
  follow: (ctx, { organizationId, ...asked }) => followOrganizationEvents(ctx, organizationId, eventFilter(asked)),
  resolve: (_ctx, event) => event,
});
