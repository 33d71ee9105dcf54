import type { ChangeRequestRow } from '../../../loaders/change-requests.ts';
import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import { loadSpace } from '../spaces/spaces.ts';

/** A change request as the subject of an event. */
export async function ofChangeRequest(
  ctx: Context,
  { id, spaceId, subject }: Pick<ChangeRequestRow, 'id' | 'spaceId' | 'subject'>,
): Promise<EventSubject> {
  const { organizationId } = await loadSpace(ctx, spaceId);
  return { organizationId, id, label: subject, spaceId, changeRequestId: id };
}
