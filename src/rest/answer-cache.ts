import { LRUCache } from 'lru-cache';
import type { Context } from '../domain/core/context.ts';
import { loadContentVersions, loadSiteVersions } from '../domain/people/visitors/row-versions.ts';
import type { Answer, Handle } from './handler.ts';
import type { Route } from './route.ts';
import type { RequestParts } from './variables.ts';

type LoadVersions = (ctx: Context, params: RequestParts['params'], loads: boolean) => Promise<string | null>;

const ofSite: LoadVersions = (ctx, { organizationId = '', siteId = '' }, loads) =>
  loadSiteVersions(ctx, { organizationId, siteId }, loads);
const ofContent: LoadVersions = (ctx, { spaceId = '', revisionId = '' }, loads) =>
  loadContentVersions(ctx, { spaceId, revisionId }, loads);

interface CachedAnswer {
  readonly versions: string;
  readonly answer: Answer;
}

/** Operations whose answers to visitors are kept, with the versions of the rows that the answers depend on. */
const versionLoads: ReadonlyMap<string, LoadVersions> = new Map([
  ['getPublishedContentSite', ofSite],
  ['getSiteStructure', ofSite],
  ['getPageDocumentInRevisionById', ofContent],
  ['getReusableContentDocumentInRevisionById', ofContent],
]);

/** Blocks that show a specification depend on its latest version, which is not looked up. */
const showsSpec = '"kind":"openapi"';

/** Maximum size of all kept answers, and of one of them. */
const maxBytes = 33_554_432;
const maxAnswerBytes = 4_194_304;

/** Wraps the handler of a route so that its answers are kept, if the route is one of `versionLoads`. */
export type AnswerCache = (route: Route, handle: Handle) => Handle;

/**
 * Keeps encoded answers to visitors. Each request reads the versions of the rows that its answer depends on, so a write by
 * any process has effect in the next answer. The statement finds nothing for a visitor who is no longer admitted. The
 * versions are read before the answer, so a write between the two ends the entry instead of making it stale. See
 * docs/adr/0034-answers-under-stamps.md.
 */
export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ answer, versions }, key) => (answer.payload?.length ?? 0) + versions.length + key.length + 500,
  });
  return (route, handle) => {
    const loadVersions = versionLoads.get(route.operationId);
    if (loadVersions === undefined) return handle;
    return async (ctx, parts) => {
      const { visitor } = ctx.actor;
      if (visitor === undefined || parts.expected !== null) return handle(ctx, parts);
      const key = JSON.stringify([route.operationId, parts.params, parts.query, visitor]);
      const cached = answers.get(key);
      const versions = await loadVersions(ctx, parts.params, cached === undefined);
      if (cached && versions === cached.versions) return cached.answer;
      const answer = await handle(ctx, parts);
      const copy = versions === null ? null : encodedCopy(answer);
      if (versions !== null && copy) answers.set(key, { versions, answer: copy });
      return answer;
    };
  };
}

function encodedCopy({ status, body, etag }: Answer): Answer | null {
  if (body === null || body.includes(showsSpec)) return null;
  return { status, body: '', payload: Buffer.from(body), ...(etag === undefined ? {} : { etag }) };
}
