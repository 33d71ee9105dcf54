import { maxListedEffects, type EventData, type EventType } from './catalogue.ts';

/** What an event is about, and where that belongs. */
export interface EventSubject {
  readonly organizationId: string;
  readonly id: string;
  /** Its title at that time. */
  readonly label?: string | null;
  readonly spaceId?: string;
  readonly collectionId?: string;
  readonly siteId?: string;
  readonly changeRequestId?: string | null;
  /** Who did it; the caller when omitted. */
  readonly actorId?: string;
}

export interface EmittedEvent<Type extends EventType = EventType> {
  readonly type: Type;
  readonly subject: EventSubject;
  readonly data: EventData<Type>;
}

/** Records what a transaction has done. The data is required unless the catalogue knows none for the type. */
export type Emit = <Type extends EventType>(
  type: Type,
  subject: EventSubject,
  ...data: EventData<Type> extends Record<string, never> ? [] : [EventData<Type>]
) => void;

interface Titled {
  readonly id: string;
  readonly organizationId: string;
  readonly title?: string | null;
}

export const ofOrganization = ({ id, title }: Pick<Titled, 'id' | 'title'>): EventSubject => ({
  organizationId: id,
  id,
  label: title ?? null,
});

/** What a resource of an organization is as a subject, which belongs to itself. */
const resourceAs =
  (place: 'spaceId' | 'collectionId' | 'siteId') =>
  ({ id, organizationId, title }: Titled): EventSubject => ({ organizationId, id, label: title ?? null, [place]: id });

export const ofSpace = resourceAs('spaceId');
export const ofCollection = resourceAs('collectionId');
export const ofSite = resourceAs('siteId');

interface GrantParts {
  readonly id: string;
  readonly organizationId: string;
  readonly spaceId?: string | null;
  readonly collectionId?: string | null;
  readonly siteId?: string | null;
}

/** A grant as the subject of an event: it belongs to that on which it gives a role. */
export const ofGrant = ({ id, organizationId, spaceId, collectionId, siteId }: GrantParts): EventSubject => ({
  id,
  organizationId,
  ...(spaceId && { spaceId }),
  ...(collectionId && { collectionId }),
  ...(siteId && { siteId }),
});

/** Who has a grant, in the data of an event. */
export const holderIn = ({ userId, teamId }: { readonly userId: string | null; readonly teamId: string | null }) => ({
  ...(userId === null ? {} : { user: userId }),
  ...(teamId === null ? {} : { team: teamId }),
});

/** The number of effects in the data of the event of their cause; nothing when each has an event of its own. */
export const whenUnlisted = <Name extends string>(name: Name, count: number) =>
  (count > maxListedEffects ? { [name]: count } : {}) as { readonly [name in Name]?: number };

/** The longest text that `previous` repeats. */
const maxPrevious = 200;

/** The data of an update: the names of the changed columns, and what they contained. `row` is the state before it. */
export function changesFrom(row: object, changes: object): EventData<'space.updated'> {
  const names = Object.keys(changes).filter((name) => Reflect.get(changes, name) !== undefined);
  const previous = names.flatMap((name): [string, string | number | boolean | null][] => {
    const value: unknown = Reflect.get(row, name);
    return isSmall(value) ? [[name, value]] : [];
  });
  return { changed: names, previous: Object.fromEntries(previous) };
}

const isSmall = (value: unknown): value is string | number | boolean | null =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= maxPrevious);
