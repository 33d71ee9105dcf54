import type { Actor } from '../../../access/actor.ts';
import { hasScope } from '../../../access/policy.ts';
import { atLeast, roleOfRank, roles, type Role } from '../../../access/roles.ts';
import type { NotificationRow } from '../../../loaders/notifications.ts';
import { eventTypes } from '../../core/events/catalogue.ts';
import { notifiedTypes, type NotifiedType } from '../../core/events/notified.ts';
import { readers } from '../../core/events/readers.ts';
import { accountReason } from '../../people/users/notify-account.ts';

const groupOf = (type: NotifiedType) => readers[eventTypes[type].readers];

/** The role that somebody needs to be notified of events of a type. */
export const roleFor = (type: NotifiedType): Role => groupOf(type).role ?? 'read';

/** The types of notifications that each role reads, and weaker ones do not. */
export const typesOfRoles = roles
  .map((role) => ({ role, types: notifiedTypes.filter((type) => roleFor(type) === role) }))
  .filter(({ types }) => types.length > 0);

/** The types for which a token has the scope. */
export const typesFor = (actor: Actor): readonly NotifiedType[] =>
  notifiedTypes.filter((type) => hasScope(actor, groupOf(type).scope));

/** Whether the caller may read a notification of theirs, as `notificationsList` decides. */
export const mayRead = (actor: Actor, { type, reason, rank }: NotificationRow): boolean =>
  reason === accountReason
    ? actor.organizationId === null
    : typesFor(actor).includes(type as NotifiedType) && atLeast(roleOfRank(rank ?? 0), roleFor(type as NotifiedType));
