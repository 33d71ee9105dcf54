import { maxUnreadCount, notificationReasons } from '../../../domain/authoring/notifications/fields.ts';
import { MarkNotificationsReadInput } from '../../../domain/authoring/notifications/inputs.ts';
import {
  countUnreadNotifications,
  getNotification,
  listNotifications,
  markNotificationsRead,
  type Notification as NotificationModel,
} from '../../../domain/authoring/notifications/notifications.ts';
import type { User as UserModel } from '../../../domain/people/users/users.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { EventTypeEnum } from '../../core/events/event-fields.ts';
import { contractEnum } from '../../enums.ts';
import { mutation } from '../../mutation.ts';
import { loadNode } from '../../node.ts';
import { orNull, payloadDescription } from '../../payload.ts';
import { User } from '../../people/users/user.ts';
import { ownId } from '../../plain-fields.ts';
import { actorFields } from '../../core/events/actor-fields.ts';

const NotificationReasonEnum = contractEnum('NotificationReason', 'Why somebody is notified.', notificationReasons);

const Notification = builder.objectRef<NotificationModel>('Notification');

builder.node(Notification, {
  description:
    'Notifies somebody of an event, of several edits of one thing within an hour, or of what was done with their account. Visible to them alone, as long as they may read what it is about.',
  id: { description: 'Id of the notification.', resolve: ownId },
  loadOne: (id, ctx) => getNotification(ctx, id),
  fields: (t) => ({
    type: t.expose('type', { type: EventTypeEnum, description: 'What has happened.' }),
    reason: t.expose('reason', { type: NotificationReasonEnum, description: 'Why they are notified.' }),
    subjectId: t.exposeID('subjectId', {
      description:
        'Id of what it is about: a page, a space, a change request, a thread, a reply, a specification, a passkey or a token.',
    }),
    subjectTitle: t.exposeString('subjectLabel', {
      nullable: true,
      description: 'Title that it had then; null when it has none.',
    }),
    subject: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'What it is about; null when it is gone.',
      resolve: ({ subjectId }, _args, ctx) => orNull(loadNode(ctx, subjectId)) as never,
    }),
    organizationId: t.exposeID('organizationId', {
      nullable: true,
      description:
        'Id of the organization in which it happened; null for what was done with the account of the caller.',
    }),
    position: t.exposeFloat('position', {
      description: 'Position of the latest of the events in its organization; 0 without one.',
    }),
    spaceId: t.exposeID('spaceId', { nullable: true, description: 'Id of the space to which it belongs.' }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request to which it belongs.',
    }),
    ...actorFields(t, 'did it last'),
    count: t.exposeInt('count', { description: 'Number of events: 1, or the number of edits.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the first of them happened.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the latest of them happened.' }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was marked as read; null until then.',
    }),
  }),
});

const NotificationConnection = connectionOf(Notification, 'Notification', 'a notification', 'notifications');

builder.objectFields(User, (t) => ({
  notifications: t.field({
    type: NotificationConnection,
    description:
      'What the caller was notified of and may still read, the latest first. Empty for every other user. Kept for 90 days by default.',
    args: {
      unread: t.arg.boolean({ description: 'Whether to list unread ones or read ones; all when omitted.' }),
      addressed: t.arg.boolean({
        description:
          'Only comments and replies that mention the caller, or stand in what they have begun or take part in; with `false`, only all else.',
      }),
      ...pageArgs,
    },
    resolve: async (user, { unread = null, addressed = null, ...args }, ctx, info) =>
      toConnection(
        user.id === ctx.actor.userId
          ? await listNotifications(ctx, { unread, addressed }, pageRequest(args, info))
          : emptyPage,
      ),
  }),
  unreadNotifications: t.int({
    description: `Number of notifications that the caller has not read, ${maxUnreadCount} when there are more. 0 for every other user.`,
    resolve: (user, _args, ctx) => (user.id === ctx.actor.userId ? countUnreadNotifications(ctx) : 0),
  }),
}));

const MarkNotificationsReadPayload = builder
  .objectRef<{ readonly viewer: UserModel; readonly count: number }>('MarkNotificationsReadPayload')
  .implement({
    description: payloadDescription('MarkNotificationsReadPayload'),
    fields: (t) => ({
      viewer: t.field({ type: User, description: 'The caller.', resolve: ({ viewer }) => viewer }),
      count: t.exposeInt('count', { description: 'Number of notifications that were unread before.' }),
    }),
  });

mutation('markNotificationsRead', {
  description: 'Marks notifications of the caller that they may read as read.',
  input: { form: MarkNotificationsReadInput, description: 'Which to mark.' },
  payload: MarkNotificationsReadPayload,
  resolve: (ctx, { input }) => markNotificationsRead(ctx, input),
});
