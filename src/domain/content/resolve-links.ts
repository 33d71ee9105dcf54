import type { ContentState } from '../../db/content/states.ts';
import type { FoundUrl } from '../../markdown/markdown-facts.ts';
import type { Context } from '../context.ts';
import type { LinkState } from './changes.ts';
import { candidatePaths, fileNameIn, classifyUrl, type UrlReference } from './link-meaning.ts';
import { listFileIdsByName, listFormerTargets, listPageIdsByPath, listPathsById } from './queries/link-targets.ts';

/** The states before and after a change. */
export interface StateChange {
  readonly before: ContentState;
  readonly after: ContentState;
}

/** An entry with the URLs in its new text. */
export interface ParsedText {
  readonly entryId: string;
  readonly urls: readonly FoundUrl[];
}

type LinkTarget = Pick<LinkState, 'kind' | 'targetId' | 'anchor' | 'spaceId' | 'path'>;
type RelativeMeaning = Extract<UrlReference, { kind: 'relative' }>;

const noTarget = { targetId: null, anchor: null, spaceId: null, path: null };

/**
 * Resolves the URLs in new texts against the state that the change produces. A URL that the text already had keeps its
 * target, because pages may have moved. Takes at most four statements, and none without relative URLs.
 */
export async function resolveLinks(
  ctx: Context,
  change: StateChange,
  texts: readonly ParsedText[],
): Promise<LinkState[]> {
  const links = texts.flatMap(({ entryId, urls }) =>
    urls.map((found) => ({ entryId, found, meaning: classifyUrl(ctx.urls, found.url) })),
  );
  const relative = links.flatMap(({ entryId, found, meaning }) =>
    meaning.kind === 'relative' ? [{ entryId, url: found.url, meaning }] : [],
  );
  const follow = relative.length === 0 ? null : await relativeResolver(ctx, change, relative);
  return links.map(({ entryId, found, meaning }) => ({
    ...noTarget,
    ...(meaning.kind === 'relative' ? follow?.(entryId, found.url, meaning) : direct(entryId, meaning)),
    pageId: entryId,
    startsAt: found.start,
    endsAt: found.end,
    url: found.url,
  })) as LinkState[];
}

function direct(entryId: string, meaning: Exclude<UrlReference, RelativeMeaning>): LinkTarget {
  switch (meaning.kind) {
    case 'here':
      return { ...noTarget, kind: 'page', targetId: entryId, anchor: meaning.anchor };
    case 'page':
    case 'file':
    case 'app':
      return { ...noTarget, ...meaning };
    case 'url':
      return { ...noTarget, kind: 'url' };
    case 'nowhere':
      return { ...noTarget, kind: 'broken' };
  }
}

interface RelativeLink {
  readonly entryId: string;
  readonly url: string;
  readonly meaning: RelativeMeaning;
}

/** Reads the possible targets of relative links and returns a function that resolves one link. */
async function relativeResolver(ctx: Context, { before, after }: StateChange, links: readonly RelativeLink[]) {
  const ids = [...new Set(links.map(({ entryId }) => entryId))];
  const former = new Map(
    (await listFormerTargets(ctx.sql, { before, after }, ids)).map(({ entryId, url, ...target }) => [
      `${entryId} ${url}`,
      target,
    ]),
  );
  const open = links.filter(({ entryId, url }) => !former.has(`${entryId} ${url}`));
  const paths = open.length === 0 ? new Map<string, string>() : await listPathsById(ctx.sql, after, ids);
  const candidates = ({ entryId, meaning }: Omit<RelativeLink, 'url'>) =>
    candidatePaths(paths.get(entryId) ?? null, meaning.path);
  const pages = await listPageIdsByPath(ctx.sql, after, new Set(open.flatMap(candidates)));
  const names = new Set(open.flatMap(({ meaning }) => fileNameIn(meaning.path) ?? []));
  const files = await listFileIdsByName(ctx.sql, after, names);
  return (entryId: string, url: string, meaning: RelativeMeaning): LinkTarget => {
    const known = former.get(`${entryId} ${url}`);
    if (known) return { ...noTarget, ...known };
    const [path = null, ...more] = candidates({ entryId, meaning });
    const page = [path, ...more].map((one) => pages.get(one ?? '')).find((id) => id !== undefined);
    if (page !== undefined) return { ...noTarget, kind: 'page', targetId: page, anchor: meaning.anchor };
    const name = fileNameIn(meaning.path);
    const file = name === null ? undefined : files.get(name);
    if (file !== undefined) return { ...noTarget, kind: 'file', targetId: file };
    return { ...noTarget, kind: 'broken', anchor: meaning.anchor, path: name === null ? path : null };
  };
}
