import { followNotifications } from '../../../domain/authoring/notifications/follow.ts';
import { builder } from '../../builder.ts';
import { User } from '../../people/users/user.ts';
import { subscription } from '../../subscription.ts';

subscription('notificationsChanged', {
  type: User,
  description:
    'The caller as they are now, and again after each change of their newest 100 notifications: when one comes, and when one is read, on whatever device.',
  args: builder.args(() => ({})),
  follow: (ctx) => followNotifications(ctx),
  resolve: (_ctx, viewer) => viewer,
});
