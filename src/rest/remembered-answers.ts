import { LRUCache } from 'lru-cache';
import type { Context } from '../domain/core/context.ts';
import { contentStamp, siteStamp } from '../domain/people/visitors/stamps.ts';
import type { Answer, Handle } from './handler.ts';
import type { Route } from './route.ts';
import type { RequestParts } from './variables.ts';

type Stamp = (ctx: Context, params: RequestParts['params'], loads: boolean) => Promise<string | null>;

const ofSite: Stamp = (ctx, { organizationId = '', siteId = '' }, loads) =>
  siteStamp(ctx, { organizationId, siteId }, loads);
const ofContent: Stamp = (ctx, { spaceId = '', revisionId = '' }, loads) =>
  contentStamp(ctx, { spaceId, revisionId }, loads);

interface Remembered {
  readonly stamp: string;
  readonly answer: Answer;
}

/** Operations whose answers to visitors are remembered, with the stamps of the rows that the answers depend on. */
const stamps: ReadonlyMap<string, Stamp> = new Map([
  ['getPublishedContentSite', ofSite],
  ['getSiteStructure', ofSite],
  ['getPageDocumentInRevisionById', ofContent],
  ['getReusableContentDocumentInRevisionById', ofContent],
]);

/** Blocks that show a specification depend on its latest version, which no stamp names. */
const showsSpec = '"kind":"openapi"';

/** Maximum size of all remembered answers, and of one of them. */
const maxBytes = 33_554_432;
const maxAnswerBytes = 4_194_304;

/** Wraps the handler of a route so that its answers are remembered, if the route is one of `stamps`. */
export type AnswerMemory = (route: Route, handle: Handle) => Handle;

/**
 * Keeps encoded answers to visitors. Each request reads the stamp of the rows that its answer depends on, so a write by
 * any process has effect in the next answer. The statement finds nothing for a visitor who is no longer admitted. The
 * stamp is read before the answer, so a write between the two ends the entry instead of making it stale. See
 * docs/adr/0034-answers-under-stamps.md.
 */
export function createAnswerMemory(): AnswerMemory {
  const answers = new LRUCache<string, Remembered>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ answer, stamp }, key) => (answer.payload?.length ?? 0) + stamp.length + key.length + 500,
  });
  return (route, handle) => {
    const stampOf = stamps.get(route.operationId);
    if (stampOf === undefined) return handle;
    return async (ctx, parts) => {
      const { visitor } = ctx.actor;
      if (visitor === undefined || parts.expected !== null) return handle(ctx, parts);
      const key = JSON.stringify([route.operationId, parts.params, parts.query, visitor]);
      const cached = answers.get(key);
      const stamp = await stampOf(ctx, parts.params, cached === undefined);
      if (cached && stamp === cached.stamp) return cached.answer;
      const answer = await handle(ctx, parts);
      const form = stamp === null ? null : keptForm(answer);
      if (stamp !== null && form) answers.set(key, { stamp, answer: form });
      return answer;
    };
  };
}

function keptForm({ status, body, etag }: Answer): Answer | null {
  if (body === null || body.includes(showsSpec)) return null;
  return { status, body: '', payload: Buffer.from(body), ...(etag === undefined ? {} : { etag }) };
}
