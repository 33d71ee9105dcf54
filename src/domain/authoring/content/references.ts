import type { LinkRow } from '../../../db/content/links.ts';
import { includeName } from '../../../text/markdown/include-name.ts';
import { includeTag } from '../../../text/markdown/include-tags.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { slug } from 'github-slugger';
import type { ContentReference, DocumentReference } from '../../../text/rich-text/content-reference.ts';
import type { Page } from './page.ts';
import { parseFacts } from './parse-facts.ts';
import { resolveLinks } from './resolve-links.ts';
import { listReusableContents, type ReusableContent } from './reusable-contents.ts';

/**
 * Resolves the URLs in the text of a page or reusable content to pages, files and reusable contents, by the URL as written. A reusable
 * content is found by its id or by the file name derived from its title.
 */
export async function loadReferences(
  ctx: Context,
  page: Pick<Page, 'id' | 'revision'>,
  markdown: string,
): Promise<readonly (readonly [string, DocumentReference])[]> {
  return referencesOf(ctx, page, markdown, await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id }));
}

/** Resolves the URLs in a text that is not stored, as they would be if it were that of the page. */
export async function resolveReferences(
  ctx: Context,
  page: Pick<Page, 'id' | 'revision'>,
  markdown: string,
): Promise<readonly (readonly [string, DocumentReference])[]> {
  const { urls } = await parseFacts(ctx, markdown);
  const links = await resolveLinks(ctx, { before: page.revision, after: page.revision }, [{ entryId: page.id, urls }]);
  const found = links.map(({ url, kind, targetId, anchor }) => ({ url, foundId: targetId, foundKind: kind, anchor }));
  return referencesOf(ctx, page, markdown, found);
}

type FoundLink = Pick<LinkRow, 'url' | 'foundId' | 'foundKind' | 'anchor'>;

async function referencesOf(
  ctx: Context,
  { revision }: Pick<Page, 'revision'>,
  markdown: string,
  links: readonly FoundLink[],
): Promise<readonly (readonly [string, DocumentReference])[]> {
  const found = new Map<string, DocumentReference>();
  for (const link of chargeItems(ctx, links)) {
    const reference = findReference(link);
    if (reference) found.set(link.url, reference);
  }
  const included = listIncludedUrls(markdown);
  if (included.length > 0)
    for (const content of await listReusableContents(ctx, revision))
      for (const url of included)
        if (!found.has(`include:${url}`) && isNamedBy(url, content))
          found.set(`include:${url}`, { kind: 'reusable-content', reusableContent: content.id });
  return [...found];
}

const listIncludedUrls = (markdown: string) =>
  [...markdown.matchAll(includeTag)].map(([, url = '']) => url).slice(0, maxIncluded);

type NamedContent = Pick<ReusableContent, 'id' | 'title'>;

const isNamedBy = (url: string, { id, title }: NamedContent) => url.includes(id) || includeName(url) === slug(title);

/** Ids of those of the given reusable contents that a text includes. */
export function listIncluded(markdown: string, contents: readonly NamedContent[]): string[] {
  const urls = listIncludedUrls(markdown);
  return contents.filter((content) => urls.some((url) => isNamedBy(url, content))).map(({ id }) => id);
}

/** Maximum number of distinct reusable contents in one text. */
const maxIncluded = 100;

function findReference({ foundId, foundKind, anchor }: FoundLink): ContentReference | null {
  if (foundId === null || (foundKind !== 'file' && foundKind !== 'page')) return null;
  if (foundKind === 'file') return { kind: 'file', file: foundId };
  return anchor === null ? { kind: 'page', page: foundId } : { kind: 'anchor', page: foundId, anchor };
}
