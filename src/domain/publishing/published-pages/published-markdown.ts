import { applyChanges, type TextChange } from '../../../text/exports/export-text.ts';
import { splitFrontMatter } from '../../../text/markdown/front-matter.ts';
import { listIncludeLines } from '../../../text/markdown/include-tags.ts';
import type { DocumentReference } from '../../../text/rich-text/content-reference.ts';
import { maxIncluded, maxIncludedDepth } from '../../authoring/content/compile-html.ts';
import type { Page } from '../../authoring/content/page.ts';
import { parseFacts } from '../../authoring/content/parse-facts.ts';
import { printSpecsOf } from '../../authoring/content/printed-specs.ts';
import { findReusableContent, getReusableContentMarkdown } from '../../authoring/content/reusable-contents.ts';
import type { Context } from '../../core/context.ts';
import { listReferences, loadVisibleMarkdown } from './load-page.ts';
import type { Place } from './place.ts';
import { loadTarget } from './targets.ts';

/**
 * The Markdown of a page for those who read it outside of its space, as assistants do: links have their addresses on the site, and
 * reusable contents and parts of specifications stand where they are shown. What leads nowhere is as it was written.
 */
export async function loadPublishedMarkdown(ctx: Context, place: Place, page: Page): Promise<string> {
  const markdown = await loadVisibleMarkdown(ctx, page);
  const text = await writeOut({ ctx, place, room: { left: maxIncluded } }, page, markdown, []);
  return printSpecsOf(ctx, page, text);
}

interface Writing {
  readonly ctx: Context;
  readonly place: Place;
  /** What the whole page may still include. */
  readonly room: { left: number };
}

type Entry = Pick<Page, 'id' | 'revision'>;

async function writeOut(writing: Writing, entry: Entry, markdown: string, above: readonly string[]): Promise<string> {
  const { ctx, place } = writing;
  const references = new Map(await listReferences(ctx, place, entry, markdown));
  if (references.size === 0) return markdown;
  const changes: TextChange[] = [];
  const addresses = new Map<DocumentReference, string | null>();
  for (const { start, end, url } of await listUrls(ctx, entry, markdown)) {
    const reference = references.get(url);
    // One that leads to another part of the same text stays.
    if (!reference || url.startsWith('#')) continue;
    if (!addresses.has(reference)) addresses.set(reference, await findAddress(writing, reference));
    const text = addresses.get(reference);
    if (text) changes.push({ start, end, text });
  }
  for (const { start, end, indent, url } of listIncludeLines(markdown)) {
    const reference = references.get(`include:${url}`);
    if (reference?.kind !== 'reusable-content') continue;
    const text = await loadIncluded(writing, entry, reference.reusableContent, above);
    if (text !== null) changes.push({ start, end, text: text.replaceAll('\n', `\n${indent}`) });
  }
  return applyChanges(
    markdown,
    changes.toSorted((one, other) => one.start - other.start),
  ).text;
}

/** The URLs in a text. Those of the stored text are known; they are read again where the visitor sees another one. */
async function listUrls(ctx: Context, { id, revision }: Entry, markdown: string) {
  const rows = await ctx.loaders.contentLinks.load({ state: revision, id });
  const known = rows.flatMap(({ startsAt, endsAt, url }) =>
    startsAt === null || endsAt === null ? [] : [{ start: startsAt, end: endsAt, url }],
  );
  const isStored = known.every(({ start, end, url }) => markdown.slice(start, end) === url);
  return isStored ? known : (await parseFacts(ctx, markdown)).urls;
}

async function findAddress({ ctx, place }: Writing, reference: DocumentReference): Promise<string | null> {
  const { kind } = reference;
  if (kind === 'user' || kind === 'reusable-content' || kind === 'openapi') return null;
  if (kind === 'anchor' && !('page' in reference)) return null;
  const target = await loadTarget(ctx, place, reference);
  return target && new URL(target.href, place.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

async function loadIncluded(
  writing: Writing,
  { revision }: Entry,
  id: string,
  above: readonly string[],
): Promise<string | null> {
  const { ctx, room } = writing;
  if (above.includes(id) || above.length >= maxIncludedDepth || room.left <= 0) return null;
  room.left -= 1;
  const included = await findReusableContent(ctx, revision, id);
  if (included === null) return null;
  const markdown = await getReusableContentMarkdown(ctx, included);
  const text = await writeOut(writing, { id, revision }, markdown, [...above, id]);
  return printSpecsOf(ctx, { id, revision, computed: null }, splitFrontMatter(text).body.trim());
}
