import { DomainError, failure, notFound } from '../../../lib/errors.ts';
import { findAttribute, decodeAddress, scanTags } from '../../../text/markdown/html-tags.ts';
import type { Context } from '../../core/context.ts';
import { isUrlLinked } from './queries/links.ts';
import { getContent } from './revisions.ts';

/** Metadata of an embedded web page. */
export interface Embed {
  readonly title: string;
  /** Name of the website; its host when it states none. */
  readonly site: string;
  /** URL of the icon of the website. */
  readonly icon: string | null;
}

/** Limits of a fetch. Metadata is at the start of a page, so the first bytes suffice. */
const limits = { bytes: 1_048_576, timeoutMs: 5_000, characters: 300, perOperation: 5 };

const counts = new WeakMap<Context['loaders'], number>();

/**
 * Gets the metadata of a web page that the content of a space embeds. Only public addresses are fetched. Throws
 * not_found when the URL is not an HTML page, and for visitors when the content does not link to it; query_too_complex
 * for more than five in one operation.
 */
export async function getEmbed(ctx: Context, spaceId: string, url: string): Promise<Embed> {
  const revision = await getContent(ctx, spaceId);
  // Anyone can be a visitor, so visitors cannot make the server fetch URLs that the content does not contain.
  if (ctx.actor.visitor && !(await isUrlLinked(ctx.sql, revision, url))) throw notFound('embed', url);
  const count = (counts.get(ctx.loaders) ?? 0) + 1;
  counts.set(ctx.loaders, count);
  if (count > limits.perOperation)
    throw failure('query_too_complex', `An operation can embed at most ${limits.perOperation} addresses`);
  const page = await loadHtml(ctx, url);
  if (page === null) throw notFound('embed', url);
  return readEmbed(page.html, page.url);
}

async function loadHtml(ctx: Context, url: string): Promise<{ readonly html: string; readonly url: string } | null> {
  try {
    const answer = await ctx.fetch(url, {
      accept: 'text/html',
      maxBodyBytes: limits.bytes,
      timeoutMs: Math.min(limits.timeoutMs, ctx.config.FETCH_TIMEOUT_MS),
      signal: ctx.signal,
    });
    const isPage = answer.status === 200 && /^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.contentType ?? '');
    return isPage ? { html: new TextDecoder().decode(answer.body), url: answer.url } : null;
  } catch (error) {
    // A broken website must not break the page that embeds it.
    if (error instanceof DomainError && error.type.startsWith('fetch_')) return null;
    throw error;
  }
}

function readEmbed(html: string, address: string): Embed {
  const said = new Map<string, string>();
  let title: string | null = null;
  let icon: string | null = null;
  for (const tag of scanTags(html)) {
    if (tag.closing) continue;
    if (tag.name === 'body') break;
    if (tag.name === 'title') title ??= html.slice(tag.end, html.indexOf('<', tag.end));
    if (tag.name === 'meta') {
      const name = findAttribute(tag, 'property') ?? findAttribute(tag, 'name');
      const content = findAttribute(tag, 'content');
      if (name !== undefined && content !== undefined && !said.has(name)) said.set(name, content);
    }
    if (tag.name === 'link' && /(?:^|\s)icon(?:\s|$)/i.test(findAttribute(tag, 'rel') ?? ''))
      icon ??= findUrl(findAttribute(tag, 'href'), address);
  }
  const { hostname } = new URL(address);
  return {
    title: shown(said.get('og:title') ?? title) ?? hostname,
    site: shown(said.get('og:site_name') ?? null) ?? hostname,
    icon,
  };
}

function shown(text: string | null): string | null {
  const plain = decodeAddress(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed();
  return plain === '' ? null : plain.replaceAll('\0', '').slice(0, limits.characters).toWellFormed();
}

function findUrl(href: string | undefined, base: string): string | null {
  const address = decodeAddress(href ?? '').trim();
  if (address === '' || !URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
