import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { findSentEvent, sentEventsList, type SentEventRow } from './queries/events.ts';
import type { IntegrationEventStatus } from './fields.ts';
import { innerIntegration } from './installations.ts';

/** An event that was sent to an integration. */
export interface SentEvent extends Omit<SentEventRow, 'state' | 'body'> {
  readonly status: IntegrationEventStatus;
  /** What was sent. */
  readonly payload: object;
}

const toSentEvent = ({ state, body, ...row }: SentEventRow): SentEvent => ({
  ...row,
  status: state === 'delivered' ? 'success' : 'failed',
  payload: JSON.parse(body ?? '{}') as object,
});

/**
 * Lists the events that were sent to an integration in the last 30 days, newest first. The integration and the admins of its
 * owner see all; an installation sees what was sent to itself. Throws not_found, forbidden, insufficient_scope.
 */
export async function listSentEvents(ctx: Context, name: string, page: PageRequest): Promise<Page<SentEvent>> {
  const { id } = await innerIntegration(ctx, name);
  return mapPage(await paginate<SentEventRow>(ctx, sentEventsList(ctx.actor, id), page), toSentEvent);
}

/** Gets an event that was sent to an integration. Throws as `listSentEvents`; not_found. */
export async function getSentEvent(ctx: Context, name: string, id: string): Promise<SentEvent> {
  const { id: integrationId } = await innerIntegration(ctx, name);
  const row = await findSentEvent(ctx.sql, ctx.actor, { integrationId, id });
  if (row === null) throw notFound('event', id);
  return toSentEvent(row);
}
