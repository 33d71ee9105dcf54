import type { ContentState } from '../../../db/content/states.ts';
import { mapInTurns } from '../../../lib/in-turns.ts';
import type { Context } from '../../core/context.ts';
import type { ContentChanges, EntryState, LinkState } from '../../../text/content/changes.ts';
import type { ContentReference } from '../../../text/rich-text/content-reference.ts';
import { isGenerated, findOpenApiSource } from './computed/source.ts';
import type { PageAttributes } from '../../../text/content/fields.ts';
import { classifyUrl, type TextPlace } from './link-meaning.ts';
import { insertRows } from './queries/insert-rows.ts';
import { copyTextLinks, type SpecLink } from './queries/links.ts';
import { linksToSpecs } from './spec-blocks/links.ts';
import { resolveLinks, type StateChange } from './resolve-links.ts';

/**
 * Writes the links of changed entries: references in attributes, and links in texts. The latter are provided, resolved
 * from the URLs of the text, or copied from an earlier entry with the same text. Returns the links from texts to
 * OpenAPI specifications. Takes at most nine statements, and six for texts without specification blocks.
 */
export async function writeLinks(
  ctx: Context,
  { before, after }: StateChange,
  { put, texts, links }: ContentChanges,
): Promise<SpecLink[]> {
  const provided = new Set(links.map(({ pageId }) => pageId));
  const newTexts = new Map(texts.map((text) => [text.id, text]));
  const withText = put.filter(({ id, documentId }) => documentId !== null && !provided.has(id));
  const unresolved = withText.flatMap(({ id, documentId }) => {
    const { urls } = newTexts.get(documentId ?? '') ?? {};
    return urls ? [{ entryId: id, urls }] : [];
  });
  const resolved = await resolveLinks(ctx, { before, after }, unresolved);
  const specLinks = await linksToSpecs(
    ctx,
    after.spaceId,
    put.flatMap(({ id, documentId, attributes }) => {
      const text = isGenerated({ attributes }) ? undefined : newTexts.get(documentId ?? '');
      return text ? [{ pageId: id, markdown: text.markdown }] : [];
    }),
  );
  const given = await mapInTurns(links, (link) => withOwnTarget(ctx.urls, after.spaceId, link));
  const inTexts = inOrder([...given, ...resolved], specLinks);
  await insertRows(ctx.sql, 'content_links', linkRows(ctx, after, put, inTexts));
  const unchanged = withText.filter(({ documentId }) => !newTexts.has(documentId ?? ''));
  const toSpecs = specLinks.flatMap(({ pageId, kind, targetId }) =>
    kind === 'openapi' && targetId !== null ? [{ pageId, slug: targetId }] : [],
  );
  if (unchanged.length === 0) return toSpecs;
  const [ids, textIds] = [unchanged.map(({ id }) => id), unchanged.map(({ documentId }) => documentId)];
  return [...toSpecs, ...(await copyTextLinks(ctx.sql, after, { ids, textIds }))];
}

/**
 * Merges links in the order of their texts. The source URL of a specification block is also parsed as a link; it counts
 * once.
 */
function inOrder(links: readonly LinkState[], specLinks: readonly LinkState[]): readonly LinkState[] {
  if (specLinks.length === 0) return links;
  const placeOf = ({ pageId, startsAt }: LinkState) => `${pageId} ${startsAt}`;
  const places = new Set(specLinks.map(placeOf));
  const others = links.filter((link) => !places.has(placeOf(link)));
  return [...others, ...specLinks].toSorted((one, other) => one.startsAt - other.startsAt);
}

/** Matches every text that may contain a link. Other texts are not parsed, because the lock is held meanwhile. */
export const mayLink = /\]\(|\]:|<|:\/\/|www\.|@|\{%/i;

/** First ordinal of each kind of link. References in attributes precede links in the text. */
const ordinals = { cover: 0, 'cover-dark': 1, target: 2, computed: 3, text: 10 } as const;

const noLink = { startsAt: null, endsAt: null, targetId: null, spaceId: null, anchor: null, path: null };

/** Adds the target of a URL of the service, which links of imports lack. */
function withOwnTarget(urls: Context['urls'], spaceId: string, link: LinkState): LinkState {
  const meaning = link.kind === 'url' ? classifyUrl({ urls, spaceId }, link.url) : null;
  return meaning?.kind === 'app' || meaning?.kind === 'file' ? { ...link, ...meaning } : link;
}

/**
 * Yields a row for each reference of an entry, and for each link in a text, numbered in the order of the text. A text may
 * have tens of thousands of links, so only the rows of one statement are in memory at a time.
 */
function* linkRows(
  ctx: Context,
  { line, seq: fromSeq, spaceId }: ContentState,
  entries: readonly EntryState[],
  links: readonly LinkState[],
) {
  for (const entry of entries)
    for (const row of attributeLinks({ urls: ctx.urls, spaceId }, entry)) yield { ...row, line, fromSeq };
  const next = new Map<string, number>();
  for (const { pageId: entryId, ...link } of links) {
    const ordinal = next.get(entryId) ?? ordinals.text;
    next.set(entryId, ordinal + 1);
    yield { ...noLink, ...link, entryId, source: 'text', ordinal, line, fromSeq };
  }
}

/** Lists the references in the attributes of an entry, in their order. */
export function listReferences({ kind, attributes }: { readonly kind: string; readonly attributes: PageAttributes }) {
  // References of generated pages are recorded on their computed page.
  if (kind !== 'page' || isGenerated({ attributes })) return [];
  const { cover, target, computed } = attributes;
  const found = {
    cover: cover?.ref,
    'cover-dark': cover?.refDark,
    target,
    computed: findOpenApiSource(computed),
  } as const;
  return (['cover', 'cover-dark', 'target', 'computed'] as const).flatMap((source) => {
    const reference = found[source];
    return reference ? [{ source, reference }] : [];
  });
}

const attributeLinks = (place: TextPlace, entry: EntryState) =>
  listReferences(entry).map(({ source, reference }) => ({
    ...noLink,
    ...linkTo(place, reference),
    entryId: entry.id,
    source,
    ordinal: ordinals[source],
  }));

function linkTo(place: TextPlace, reference: ContentReference | { kind: 'openapi'; spec: string }) {
  switch (reference.kind) {
    case 'page':
      return { url: '', kind: 'page', targetId: reference.page };
    case 'anchor':
      return { url: '', kind: 'page', targetId: reference.page, anchor: reference.anchor };
    case 'file':
      return { url: '', kind: 'file', targetId: reference.file };
    case 'openapi':
      return { url: '', kind: 'openapi', targetId: reference.spec };
    case 'url': {
      const { url } = reference;
      const meaning = classifyUrl(place, url);
      if (meaning.kind === 'app' || meaning.kind === 'file') return { ...meaning, url };
      return { url, kind: meaning.kind === 'url' ? 'url' : 'broken' };
    }
  }
}
