import type { IncludedText, TextReference } from '../../../text/html/compiled-text.ts';
import type { DocumentReference } from '../../../text/rich-text/content-reference.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { compileHtml, loadContents } from '../../authoring/content/compile-html.ts';
import { evaluateText } from '../../authoring/content/evaluated-text.ts';
import { flatten, type Page } from '../../authoring/content/page.ts';
import { getPageMarkdown } from '../../authoring/content/pages.ts';
import { loadReferences } from '../../authoring/content/references.ts';
import { findTranslationNotice, loadPageLanguages } from './languages.ts';
import type { Place } from './place.ts';
import type { LoadedPage } from './shown.ts';
import { loadHref, loadTarget, pageIdPath } from './targets.ts';

/** The text of a page as the visitor sees it, without its front matter's effect on the page: Markdown with values. */
export async function loadVisibleMarkdown(ctx: Context, page: Page): Promise<string> {
  const stored = await getPageMarkdown(ctx, page);
  return stored === null ? '' : evaluateText(ctx, page, stored, 'true');
}

/** Loads everything that a page shows to the visitor. */
export async function loadPage(ctx: Context, place: Place, page: Page): Promise<LoadedPage> {
  const [{ text, targets }, hrefs, cover, languages] = await Promise.all([
    loadText(ctx, place, page),
    loadLinkHrefs(ctx, place),
    page.cover?.ref ? loadHref(ctx, place, page.cover.ref) : null,
    loadPageLanguages(ctx, place, page),
  ]);
  const translation = await findTranslationNotice(ctx, place, { page, languages });
  return { text, targets, hrefs, cover, languages, translation };
}

/** Addresses of the targets of link pages, by the id of the page. */
async function loadLinkHrefs(ctx: Context, place: Place): Promise<ReadonlyMap<string, string>> {
  const links = flatten(place.tree).flatMap(({ id, target }) => (target === null ? [] : [{ id, target }]));
  const hrefs = await Promise.all(links.map(({ target }) => loadHref(ctx, place, target)));
  return new Map(
    links.flatMap(({ id }, index) => {
      const href = hrefs[index];
      return href ? [[id, href] as const] : [];
    }),
  );
}

/** Reads the text of a page as the visitor sees it, with what its references lead to. */
async function loadText(ctx: Context, place: Place, page: Page): Promise<IncludedText> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  const markdown = await evaluateText(ctx, page, stored, 'true');
  const text = await compileHtml(ctx, markdown, {
    hasFrontMatter: true,
    references: await listReferences(ctx, place, page, stored),
    titles: [page.title],
  });
  const leads = { revision: place.revision, load: (reference: TextReference) => loadTarget(ctx, place, reference) };
  return { text, targets: await loadContents(ctx, leads, page, text) };
}

type References = readonly (readonly [string, DocumentReference])[];

/** What the URLs in a text mean on the site: pages and files of the space, and pages of other spaces of the site. */
async function listReferences(ctx: Context, place: Place, page: Page, markdown: string): Promise<References> {
  const inSpace = await loadReferences(ctx, page, markdown);
  const rows = await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id });
  const elsewhere = chargeItems(ctx, rows).flatMap(({ kind, url, spaceId, targetId, anchor }) => {
    const siteSpace = kind === 'app' ? place.structure.siteSpaces.find((one) => one.space.id === spaceId) : undefined;
    const base = siteSpace && place.urls.get(siteSpace.id);
    if (base === undefined) return [];
    const path = targetId === null ? new URL(base).pathname : pageIdPath(base, targetId);
    return [[url, { kind: 'url', url: anchor === null ? path : `${path}#${anchor}` }] as const];
  });
  return [...inSpace, ...elsewhere];
}
