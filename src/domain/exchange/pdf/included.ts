import type { LinkRow } from '../../../db/content/links.ts';
import { splitFrontMatter } from '../../../text/markdown/front-matter.ts';
import type { Page } from '../../authoring/content/page.ts';
import { evaluateTextOn, getPageMarkdown } from '../../authoring/content/pages.ts';
import { loadReferences } from '../../authoring/content/references.ts';
import { getReusableContent, getReusableContentMarkdown } from '../../authoring/content/reusable-contents.ts';
import type { Context } from '../../core/context.ts';

/** The reusable contents included by a page. */
export interface IncludedTexts {
  /** Texts by their URL in the page. */
  readonly texts: ReadonlyMap<string, string>;
  readonly conditions: Readonly<Record<string, boolean>>;
  readonly links: readonly LinkRow[];
}

/**
 * Reads the reusable contents included by a page, with their expressions evaluated for it. Throws query_too_complex.
 */
export async function loadIncluded(ctx: Context, page: Page): Promise<IncludedTexts> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  const texts = new Map<string, string>();
  const conditions: Record<string, boolean> = {};
  const links: LinkRow[] = [];
  if (!/\{%[ \t]*include\b/.test(stored)) return { texts, conditions, links };
  const { revision } = page;
  for (const [address, reference] of await loadReferences(ctx, page, stored)) {
    if (reference.kind !== 'reusable-content') continue;
    const id = reference.reusableContent;
    // Loaders cache what several pages include.
    const markdown = await getReusableContentMarkdown(ctx, await getReusableContent(ctx, revision, id));
    const read = await evaluateTextOn(ctx, page, splitFrontMatter(markdown).body);
    texts.set(address.replace(/^include:/, ''), read.text);
    Object.assign(conditions, read.conditions);
    links.push(...(await ctx.loaders.contentLinks.load({ state: revision, id })));
  }
  return { texts, conditions, links };
}
