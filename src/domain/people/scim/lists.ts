import { invalid } from '../../../lib/errors.ts';
import { maxScimPage } from './fields.ts';
import type { ScimPage } from './queries/rows.ts';

/** What a list is asked for. */
export interface ListRequest extends ScimPage {
  readonly filter: string | null;
}

/** Reads the parameters of a list. Numbers out of bounds count as the nearest within, as the standard says. Throws invalidValue. */
export function readListRequest(query: Readonly<Record<string, string | string[] | undefined>>): ListRequest {
  const names = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
  const first = numberOf(names.get('startindex'), 'startIndex') ?? 1;
  const count = numberOf(names.get('count'), 'count') ?? maxScimPage;
  const filter = names.get('filter');
  if (Array.isArray(filter)) throw invalid('filter', 'A list has one filter', 'invalidFilter');
  return {
    offset: Math.min(Math.max(first, 1), maxInt) - 1,
    limit: Math.min(Math.max(count, 0), maxScimPage),
    filter: filter === undefined || filter.trim() === '' ? null : filter,
  };
}

/** What the database counts up to. */
const maxInt = 2_147_483_647;

function numberOf(text: string | string[] | undefined, name: string): number | null {
  if (text === undefined) return null;
  if (typeof text === 'string' && /^-?\d{1,15}$/.test(text)) return Number(text);
  throw invalid(name, `"${name}" must be a whole number`, 'invalidValue');
}
