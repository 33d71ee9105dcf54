import type { EventType } from '../../../src/domain/core/events/catalogue.ts';
import recorded from './events.json' with { type: 'json' };

/**
 * The types of events that each operation emits, for one that does what its example asks. A test performs each operation and
 * compares. Operations without a row emit none.
 */
export const eventsOfOperations = recorded as Readonly<Record<string, readonly EventType[]>>;
