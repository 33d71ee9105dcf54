import { authzRows, signatureOf } from '../../../scripts/rest/access/rows.ts';
import { contractOperations } from '../data.ts';
import type { Shape } from './shape.ts';
import { siteSettingsAnswers } from './site-settings.ts';

/** The answer of an operation when it succeeds; a shape of null is an empty body. */
export interface Answer {
  readonly status: number;
  readonly shape: Shape | null;
}

const toList = (item: Shape, extra: Readonly<Record<string, Shape>> = {}): Shape => ({
  'next?': { page: 'string' },
  count: 'number',
  items: [item],
  ...extra,
  ...(typeof item === 'string' ? additions[item] : {}),
});

/** Members that the envelopes of lists have beside the contract, which says that changes are additive. */
const additions: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  SearchPageResult: { 'corrections?': ['SearchCorrection'], 'leftOut?': ['string'] },
  SearchSpaceResult: { 'corrections?': ['SearchCorrection'], 'leftOut?': ['string'] },
};

/** Additional members of the envelopes of lists. */
const extras: Readonly<Record<string, Shape>> = { stats: 'LinkStats' };

/** Answers of the operations beyond the contract that have no row in the access matrix. */
const otherAnswers: Readonly<Record<string, string>> = {
  'GET /v1/urls/published': '200 ResolvedPublishedUrl',
  'POST /v1/urls/published': '200 ResolvedPublishedUrl',
  'POST /uploads': '201 UrlResult',
};

const matrixAnswers = authzRows.flatMap((row) => (row.answer === undefined ? [] : [[signatureOf(row), row.answer]]));

/** By signature (`GET /v1/spaces/{spaceId}`): every operation of the contract, and those beside it. */
export const answers: ReadonlyMap<string, Answer> = new Map([
  ...contractOperations.map((operation): [string, Answer] => {
    const { status, kind, schema, itemSchema, extraKeys } = operation.success;
    if (kind === 'none') return [signatureOf(operation), { status, shape: null }];
    const extra = Object.fromEntries(extraKeys.map((key) => [key, extras[key] ?? 'any']));
    const shape = kind === 'list' ? toList(itemSchema ?? 'any', extra) : schema;
    return [signatureOf(operation), { status, shape }];
  }),
  ...Object.entries<string>({ ...otherAnswers, ...Object.fromEntries(matrixAnswers), ...siteSettingsAnswers }).map(
    ([signature, answer]): [string, Answer] => [signature, beyondAnswer(answer)],
  ),
]);

/** `201 Space`, `200 list Space`, `200 links`, `204`. */
function beyondAnswer(answer: string): Answer {
  const [, status = '', list, name] = /^(\d{3})(?: (list))?(?: (.+))?$/.exec(answer) ?? [];
  if (name === undefined) return { status: Number(status), shape: null };
  if (name === 'links')
    return { status: Number(status), shape: toList('ContentReferenceUsage', { stats: 'LinkStats' }) };
  return { status: Number(status), shape: list === undefined ? name : toList(name) };
}
