import type { ComparedText } from '../../../text/comparison/compare-texts.ts';
import type { CompiledText, IncludedText, TextReference } from '../../../text/html/compiled-text.ts';
import { editUrlOf } from '../../../text/git/edit-url.ts';
import type { DocumentReference } from '../../../text/rich-text/content-reference.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { appUrl } from '../../core/urls.ts';
import { compareHtml, compileHtml, firstViewMs, loadContents } from '../../authoring/content/compile-html.ts';
import { findVerifiedUntil } from '../../authoring/freshness/freshness.ts';
import { evaluateText } from '../../authoring/content/evaluated-text.ts';
import type { Page } from '../../authoring/content/page.ts';
import { findPage, getPageMarkdown } from '../../authoring/content/pages.ts';
import { loadReferences } from '../../authoring/content/references.ts';
import { baseOfContent, type Revision } from '../../authoring/content/revisions.ts';
import { findCanonicalUrl } from './canonical.ts';
import { findTranslationNotice, loadPageLanguages } from './languages.ts';
import { findShownRequest } from '../addresses/view.ts';
import type { Visit } from '../addresses/visit.ts';
import { showsVerification } from './offers.ts';
import type { Place } from './place.ts';
import type { LoadedPage } from './shown.ts';
import { findHrefInApp, loadHref, loadImage, loadTarget } from './targets.ts';

/** The text of a page as the visitor sees it, without its front matter's effect on the page: Markdown with values. */
export async function loadVisibleMarkdown(ctx: Context, page: Page): Promise<string> {
  const stored = await getPageMarkdown(ctx, page);
  return stored === null ? '' : evaluateText(ctx, page, stored, 'true');
}

/** Loads everything that a page shows to the visitor, compared if that is asked for and its place shows a change request. */
export async function loadPage(
  ctx: Context,
  { place, visit }: { readonly place: Place; readonly visit: Visit },
  page: Page,
  isCompared: boolean,
): Promise<LoadedPage> {
  const compared = isCompared ? await compareText(ctx, place, page) : null;
  const [{ text, targets }, hrefs, cover, languages, canonicalUrl] = await Promise.all([
    compared?.text ?? loadText(ctx, place, page),
    loadLinkHrefs(ctx, place),
    page.cover?.ref ? loadImage(ctx, place, page.cover.ref) : null,
    loadPageLanguages(ctx, place, page),
    findCanonicalUrl(ctx, { place, visit }, page),
  ]);
  const translation = await findTranslationNotice(ctx, place, { page, languages });
  const comparison = compared && { earlier: compared.earlier, isSame: compared.isSame };
  const editHref = place.settings.git?.showEditLink === true ? await findEditHref(ctx, place, page) : null;
  const reference = { spaceId: place.siteSpace.spaceId, pageId: page.id };
  const verifiedUntil = showsVerification(place) ? await findVerifiedUntil(ctx, reference) : null;
  return { text, targets, hrefs, cover, canonicalUrl, languages, translation, comparison, editHref, verifiedUntil };
}

/**
 * Where a page is edited: its file on the host of the repository, if the space is connected and wants to tell of it, else in the application,
 * as is the change request that is shown.
 */
async function findEditHref({ urls, loaders }: Context, place: Place, { id }: Page): Promise<string> {
  const { view, siteSpace } = place;
  const isChanged = view?.kind === 'change-request' && findShownRequest(place) !== null;
  if (isChanged) return view.appUrl;
  const source = await loaders.editableSource.load(`${siteSpace.spaceId} ${id}`);
  return (source && editUrlOf(source)) ?? appUrl(urls, 'spaces', siteSpace.spaceId, 'pages', id);
}

/** Addresses of the targets of link pages, by the id of the page. */
async function loadLinkHrefs(ctx: Context, place: Place): Promise<ReadonlyMap<string, string>> {
  const links = place.linked.flatMap(({ id, target }) => (target === null ? [] : [{ id, target }]));
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
  const { markdown, options } = await loadVisibleText(ctx, place, page);
  return withTargets(ctx, { place, page, base: null }, await compileHtml(ctx, markdown, options, firstViewMs));
}

/** The text of a page that a change request of the place changes, with what it changes. */
interface ComparedPage {
  /** The page without the change request, as the visitor sees it; null for a new one. */
  readonly earlier: Page | null;
  readonly isSame: boolean;
  readonly text: IncludedText;
}

/** Reads the text of a page with what differs from it without the change request; null in other views. */
async function compareText(ctx: Context, place: Place, page: Page): Promise<ComparedPage | null> {
  if (findShownRequest(place) === null) return null;
  const base = await baseOfContent(ctx, place.revision);
  const earlier = base === null ? page : await findPage(ctx, base, page.id);
  const after = await loadVisibleText(ctx, place, page);
  const before = earlier === null ? { markdown: '', options: {} } : await loadVisibleText(ctx, place, earlier);
  const text = await withTargets(ctx, { place, page, base }, await compareHtml(ctx, before, after));
  const isSame = before.markdown === after.markdown && earlier?.title === page.title && !includesChange(text);
  return { earlier, isSame, text };
}

const includesChange = ({ targets }: IncludedText): boolean =>
  targets.some((target) => target?.contents?.some((one) => one.isCompared === true || includesChange(one)));

async function loadVisibleText(ctx: Context, place: Place, page: Page): Promise<ComparedText> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  return {
    markdown: await evaluateText(ctx, page, stored, 'true'),
    options: {
      hasFrontMatter: true,
      references: await listReferences(ctx, place, page, stored),
      titles: [page.title],
    },
  };
}

interface Including {
  readonly place: Place;
  readonly page: Page;
  /** The revision with which the included texts are compared. */
  readonly base: Revision | null;
}

async function withTargets(ctx: Context, { place, page, base }: Including, text: CompiledText): Promise<IncludedText> {
  const load = (reference: TextReference) => loadTarget(ctx, place, reference);
  const leads = { revision: place.revision, load, base, longestMs: firstViewMs };
  return { text, targets: await loadContents(ctx, leads, page, text) };
}

type References = readonly (readonly [string, DocumentReference])[];

/** What the URLs in a text mean on the site: pages and files of the space, and pages of other spaces of the site. */
export async function listReferences(
  ctx: Context,
  place: Place,
  page: Pick<Page, 'id' | 'revision'>,
  markdown: string,
): Promise<References> {
  const inSpace = await loadReferences(ctx, page, markdown);
  const rows = await ctx.loaders.contentLinks.load({ state: page.revision, id: page.id });
  const inApp = new Map(chargeItems(ctx, rows).flatMap((row) => (row.kind === 'app' ? [[row.url, row] as const] : [])));
  const elsewhere = await Promise.all(
    [...inApp.values()].map(async (row) => [row.url, await findHrefInApp(ctx, place, row)] as const),
  );
  return [
    ...inSpace,
    ...elsewhere.flatMap(([url, href]) => (href === null ? [] : [[url, { kind: 'url', url: href }] as const])),
  ];
}
