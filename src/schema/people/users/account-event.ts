import { maxAuditPage, maxEventCount, type EventSource } from '../../../domain/core/events/fields.ts';
import {
  accountEventTypes,
  listAccountEvents,
  listInstanceEvents,
  type AccountEvent as AccountEventModel,
  type AccountEventType,
} from '../../../domain/people/users/account-events.ts';
import { emptyPage } from '../../../lib/page.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgsUpTo, pageRequest, toConnection } from '../../connection.ts';
import { actorFields } from '../../core/events/actor-fields.ts';
import { EventSourceEnum } from '../../core/events/event-source.ts';
import { contractEnum } from '../../enums.ts';
import { User } from './user.ts';

const AccountEventTypeEnum = contractEnum('AccountEventType', 'What was done with an account.', accountEventTypes);

const AccountEvent = builder.objectRef<AccountEventModel>('AccountEvent').implement({
  description:
    'Something that was done with the account of a user and belongs to no organization: an entry of the log of the instance. Visible to the user, and to instance admins.',
  fields: (t) => ({
    eventId: t.exposeID('id', { description: 'Id of the entry.' }),
    type: t.field({
      type: AccountEventTypeEnum,
      description: 'What was done.',
      resolve: ({ type }) => type as AccountEventType,
    }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    userId: t.exposeID('userId', { description: 'Id of the user whose account it is.' }),
    ...actorFields(t, 'did it'),
    targetId: t.exposeID('subjectId', { description: 'Id of what it was done to: the user, or a token.' }),
    targetTitle: t.exposeString('subjectLabel', {
      nullable: true,
      description: 'Name of the user or of the token at that time.',
    }),
    source: t.field({
      type: EventSourceEnum,
      description: 'How the operation was called.',
      resolve: ({ source }) => source as EventSource,
    }),
    requestId: t.exposeString('requestId', {
      description: 'Id of the request, as its answer had it in `X-Request-Id`.',
    }),
    tokenId: t.exposeID('tokenId', { nullable: true, description: 'Id of the token of the request.' }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'Address of the client; null when the instance stores no addresses.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'How the client named itself; null when it did not.',
    }),
  }),
});

const AccountEventConnection = connectionOf(
  AccountEvent,
  'AccountEvent',
  'an entry',
  'entries of the log of the instance',
);

builder.objectField(User, 'accountEvents', (t) =>
  t.field({
    type: AccountEventConnection,
    description: `What was done with the account of the caller outside of organizations, also by others, the latest first. Empty for every other user, and for a token that is limited to an organization. \`count\` ends at ${maxEventCount}.`,
    args: pageArgsUpTo(maxAuditPage),
    resolve: async (user, args, ctx, info) =>
      toConnection(user.id === ctx.actor.userId ? await listAccountEvents(ctx, pageRequest(args, info)) : emptyPage),
  }),
);

builder.queryField('instanceEvents', (t) =>
  t.field({
    type: AccountEventConnection,
    description: `The log of the instance: what was done outside of organizations, the latest first. \`count\` ends at ${maxEventCount}. Instance admins only, with a token that is limited to no organization.`,
    args: {
      userId: t.arg.id({ description: 'Id of the user whose account it is; all when omitted.' }),
      actorId: t.arg.id({ description: 'Id of the user who did it; all when omitted.' }),
      ...pageArgsUpTo(maxAuditPage),
    },
    resolve: async (_root, { userId, actorId, ...page }, ctx, info) =>
      toConnection(await listInstanceEvents(ctx, { userId, actorId }, pageRequest(page, info))),
  }),
);
