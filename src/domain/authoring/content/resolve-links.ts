import type { ContentState } from '../../../db/content/states.ts';
import type { FoundUrl } from '../../../text/markdown/markdown-facts.ts';
import { mapInTurns } from '../../../lib/in-turns.ts';
import type { Context } from '../../core/context.ts';
import type { LinkState } from '../../../text/content/changes.ts';
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
const broken: LinkTarget = { ...noTarget, kind: 'broken' };

/**
 * Resolves the URLs in new texts against the state that the change produces. A URL that the text already had keeps its
 * target, because pages may have moved. Takes at most four statements, and none without relative URLs. A text may have
 * tens of thousands of links, so each URL is resolved once, and other requests are served meanwhile.
 */
export async function resolveLinks(
  ctx: Context,
  change: StateChange,
  texts: readonly ParsedText[],
): Promise<LinkState[]> {
  const links = texts.flatMap(({ entryId, urls }) => urls.map((found) => ({ entryId, found })));
  const different = new Map(links.map(({ entryId, found: { url } }) => [keyOf(entryId, url), { entryId, url }]));
  const classified = await mapInTurns([...different.values()], ({ entryId, url }) => ({
    entryId,
    url,
    meaning: classifyUrl({ urls: ctx.urls, spaceId: change.after.spaceId }, url),
  }));
  const follow = await relativeResolver(ctx, change, classified.filter(isRelative));
  const targets = new Map(
    await mapInTurns(classified, ({ entryId, url, meaning }) => [
      keyOf(entryId, url),
      meaning.kind === 'relative' ? follow({ entryId, url, meaning }) : direct(entryId, meaning),
    ]),
  );
  return mapInTurns(links, ({ entryId, found: { url, start, end } }) => ({
    ...broken,
    ...targets.get(keyOf(entryId, url)),
    pageId: entryId,
    startsAt: start,
    endsAt: end,
    url,
  }));
}

const keyOf = (entryId: string, url: string) => `${entryId} ${url}`;

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
      return broken;
  }
}

interface ClassifiedLink {
  readonly entryId: string;
  readonly url: string;
  readonly meaning: UrlReference;
}

interface RelativeLink extends ClassifiedLink {
  readonly meaning: RelativeMeaning;
}

const isRelative = (link: ClassifiedLink): link is RelativeLink => link.meaning.kind === 'relative';

/**
 * Reads the possible targets of relative links and returns a function that resolves one of them. Takes no statement
 * without links.
 */
async function relativeResolver(ctx: Context, { before, after }: StateChange, links: readonly RelativeLink[]) {
  const ids = [...new Set(links.map(({ entryId }) => entryId))];
  const formerTargets = links.length === 0 ? [] : await listFormerTargets(ctx.sql, { before, after }, ids);
  const former = new Map(formerTargets.map(({ entryId, url, ...target }) => [keyOf(entryId, url), target]));
  const open = links.filter(({ entryId, url }) => !former.has(keyOf(entryId, url)));
  const paths = open.length === 0 ? new Map<string, string>() : await listPathsById(ctx.sql, after, ids);
  const candidates = new Map(
    await mapInTurns(open, ({ entryId, url, meaning }) => [
      keyOf(entryId, url),
      candidatePaths(paths.get(entryId) ?? null, meaning.path),
    ]),
  );
  const pages = await listPageIdsByPath(ctx.sql, after, new Set([...candidates.values()].flat()));
  const names = new Set(open.flatMap(({ meaning }) => fileNameIn(meaning.path) ?? []));
  const files = await listFileIdsByName(ctx.sql, after, names);
  return ({ entryId, url, meaning: { anchor, path: address } }: RelativeLink): LinkTarget => {
    const key = keyOf(entryId, url);
    const known = former.get(key);
    if (known) return { ...noTarget, ...known };
    const [path = null, ...more] = candidates.get(key) ?? [];
    const page = [path, ...more].map((one) => pages.get(one ?? '')).find((id) => id !== undefined);
    if (page !== undefined) return { ...noTarget, kind: 'page', targetId: page, anchor };
    const name = fileNameIn(address);
    const file = name === null ? undefined : files.get(name);
    if (file !== undefined) return { ...noTarget, kind: 'file', targetId: file };
    return { ...noTarget, kind: 'broken', anchor, path: name === null ? path : null };
  };
}
