import type { LinkRow } from '../../../db/content/links.ts';
import { includeName } from '../../../text/markdown/include-name.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { slug } from 'github-slugger';
import type { ContentReference, DocumentReference } from '../../../text/rich-text/content-reference.ts';
import type { Page } from './page.ts';
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
  const rows = await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id });
  const found = new Map<string, DocumentReference>();
  for (const row of chargeItems(ctx, rows)) {
    const reference = findReference(row);
    if (reference) found.set(row.url, reference);
  }
  const included = listIncludedUrls(markdown);
  if (included.length > 0)
    for (const content of await listReusableContents(ctx, page.revision))
      for (const url of included)
        if (!found.has(`include:${url}`) && isNamedBy(url, content))
          found.set(`include:${url}`, { kind: 'reusable-content', reusableContent: content.id });
  return [...found];
}

const listIncludedUrls = (markdown: string) =>
  [...markdown.matchAll(include)].map(([, url = '']) => url).slice(0, maxIncluded);

type NamedContent = Pick<ReusableContent, 'id' | 'title'>;

const isNamedBy = (url: string, { id, title }: NamedContent) => url.includes(id) || includeName(url) === slug(title);

/** Ids of those of the given reusable contents that a text includes. */
export function listIncluded(markdown: string, contents: readonly NamedContent[]): string[] {
  const urls = listIncludedUrls(markdown);
  return contents.filter((content) => urls.some((url) => isNamedBy(url, content))).map(({ id }) => id);
}

const include = /\{%[ \t]*include[ \t]+"([^"\n]{1,500})"[ \t]*%\}/g;

/** Maximum number of distinct reusable contents in one text. */
const maxIncluded = 100;

function findReference({ foundId, foundKind, anchor }: LinkRow): ContentReference | null {
  if (foundId === null) return null;
  if (foundKind === 'file') return { kind: 'file', file: foundId };
  return anchor === null ? { kind: 'page', page: foundId } : { kind: 'anchor', page: foundId, anchor };
}
