import type { AuditViewQuery, EntriesOfAuditFragment } from '../../__generated__/audit.ts';
import { go } from '../../frame/place.ts';
import { wordOf } from '../../words/words.ts';

export type Entry = EntriesOfAuditFragment['edges'][number]['node'];
export type Actions = NonNullable<AuditViewQuery['organization']>['auditEventActions'];

const dayMs = 86_400_000;

/** The filters in an address, as the query takes them. The last day is part of the time. */
export function filtersOf(search: string) {
  const wanted = new URLSearchParams(search);
  const day = (name: string, more: number) => {
    const time = Date.parse(wanted.get(name) ?? '');
    return Number.isNaN(time) ? null : new Date(time + more).toISOString();
  };
  return {
    action: wanted.get('action') || null,
    actorId: wanted.get('actor') || null,
    targetId: wanted.get('target') || null,
    startsAt: day('from', 0),
    endsAt: day('to', dayMs),
  };
}

/** Shows the log with another filter, which stands in the address. */
export function filter(change: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  go(`${location.pathname}?${next}`, { replace: true });
}

/** What was done, in a sentence. */
export const labelOf = (type: Entry['type'], actions: Actions): string =>
  actions.find((one) => one.type === type)?.label ?? wordOf('did', type);
