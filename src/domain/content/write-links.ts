import * as z from 'zod';
import { sql } from '../../db/sql.ts';
import { isOfEntry, linkRowColumns } from '../../loaders/content-links.ts';
import type { Context } from '../context.ts';
import { readDocument, requestParseNs } from '../imports/document.ts';
import type { ContentChanges, EntryState, LinkState } from './changes.ts';
import type { ContentReference, PageAttributes, PageComputed } from './fields.ts';
import { insertRows } from './insert-rows.ts';
import { meaningOf } from './link-meaning.ts';
import { resolveLinks, type Resolution } from './resolve-links.ts';

/**
 * Writes what the changed entries point at, in the states they have now: references of their attributes, and the
 * links of their texts, which are given, read from the text, or those the text had before. Six statements at most.
 */
export async function writeLinks(
  ctx: Context,
  { head, target }: Resolution,
  { put, documents, links }: ContentChanges,
): Promise<void> {
  const given = new Set(links.map(({ pageId }) => pageId));
  const texts = new Map(documents.map((document) => [document.id, document]));
  const withText = put.filter(({ id, documentId }) => documentId !== null && !given.has(id));
  const unread = withText.flatMap(({ id, documentId }) => {
    const text = texts.get(documentId ?? '');
    return text === undefined || !mayLink.test(text.markdown)
      ? []
      : [{ entryId: id, urls: text.urls ?? readDocument(text.markdown, requestParseNs).urls }];
  });
  const read = await resolveLinks(ctx, { head, target }, unread);
  const rows = [...put.flatMap((entry) => attributeLinks(ctx, entry)), ...numbered(ctx, [...links, ...read])];
  await insertRows(
    ctx,
    'content_links',
    rows.map((row) => ({ ...row, line: target.line, fromSeq: target.seq })),
  );
  await carryLinks(
    ctx,
    target,
    withText.filter(({ documentId }) => !texts.has(documentId ?? '')),
  );
}

/** Without any of these a text has no address, and need not be parsed while others wait for the lock. */
const mayLink = /\]\(|\]:|<|:\/\/|www\.|@|\{%/i;

/** Places of references in attributes; those in the text come behind. */
const ordinals = { cover: 0, 'cover-dark': 1, target: 2, computed: 3, text: 10 } as const;

const nothing = { startsAt: null, endsAt: null, targetId: null, spaceId: null, anchor: null, path: null };

/** Links of texts as rows without a state, each text's numbered in their order. */
function numbered(ctx: Context, links: readonly LinkState[]) {
  const next = new Map<string, number>();
  return links.map(({ pageId, ...link }) => {
    const ordinal = next.get(pageId) ?? ordinals.text;
    next.set(pageId, ordinal + 1);
    const meaning = link.kind === 'url' ? meaningOf(ctx.urls, link.url) : null;
    return { ...nothing, ...link, ...(meaning?.kind === 'app' && meaning), entryId: pageId, source: 'text', ordinal };
  });
}

/** The references in the attributes of an entry, in their order. */
export function referencesIn({ kind, attributes }: { readonly kind: string; readonly attributes: PageAttributes }) {
  if (kind !== 'page') return [];
  const { cover, target, computed } = attributes;
  const found = { cover: cover?.ref, 'cover-dark': cover?.refDark, target, computed: specOf(computed) } as const;
  return (['cover', 'cover-dark', 'target', 'computed'] as const).flatMap((source) => {
    const reference = found[source];
    return reference ? [{ source, reference }] : [];
  });
}

const Dependencies = z.object({ spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: z.string() }) }) });

/** The specification that a page is computed from. Decisions 2.13. */
function specOf(computed: PageComputed | undefined): { kind: 'openapi'; spec: string } | undefined {
  if (computed?.type !== 'builtin:openapi') return undefined;
  return Dependencies.safeParse(computed.dependencies).data?.spec.ref;
}

const attributeLinks = (ctx: Context, entry: EntryState) =>
  referencesIn(entry).map(({ source, reference }) => ({
    ...nothing,
    ...pointedAt(ctx, reference),
    entryId: entry.id,
    source,
    ordinal: ordinals[source],
  }));

function pointedAt(ctx: Context, reference: ContentReference | { kind: 'openapi'; spec: string }) {
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
      const meaning = meaningOf(ctx.urls, url);
      if (meaning.kind === 'app') return { ...meaning, url };
      return { url, kind: meaning.kind === 'url' ? 'url' : 'broken' };
    }
  }
}

/** A text that the space had before keeps its links: those it has on this line, if any, else the newest. */
async function carryLinks(ctx: Context, { spaceId, line, seq }: Resolution['target'], entries: readonly EntryState[]) {
  if (entries.length === 0) return;
  await ctx.sql.rows(sql`
    insert into content_links (line, "fromSeq", ${linkRowColumns('')})
    select ${line}, ${seq}::int, ${linkRowColumns('l.')}
    from unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ documentId }) => documentId)}::text[])
      wanted(id, "documentId")
    cross join lateral (
      select e.line, e."entryId", e."fromSeq" from content_entries e
      where e."spaceId" = ${spaceId} and e."entryId" = wanted.id and e."documentId" = wanted."documentId"
        and not (e.line = ${line} and e."fromSeq" = ${seq}::int)
      order by e.line = ${line} desc, e."updatedAt" desc, e."fromSeq" desc limit 1) e
    join content_links l on ${isOfEntry}
    where l.source = 'text'`);
}
