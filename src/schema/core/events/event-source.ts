import { sources } from '../../../domain/core/events/fields.ts';
import { contractEnum } from '../../enums.ts';

export const EventSourceEnum = contractEnum('EventSource', 'How an operation was called.', sources);
