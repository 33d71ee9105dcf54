import { pairId } from '../../../lib/ids.ts';
import type { EventSubject } from '../../core/events/emit.ts';

/** A member as the subject of an event. */
export const ofMember = ({ organizationId, userId }: { readonly organizationId: string; readonly userId: string }) =>
  ({ organizationId, id: pairId('mbr', organizationId, userId) }) satisfies EventSubject;
