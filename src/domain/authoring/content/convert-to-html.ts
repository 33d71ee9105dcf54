import type { ComparedText } from '../../../text/comparison/compare-texts.ts';
import type { TextReference } from '../../../text/html/compiled-text.ts';
import { fillSlots } from '../../../text/html/fill-slots.ts';
import { englishWords } from '../../../text/words/words.ts';
import { chargeText } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { appUrl } from '../../core/urls.ts';
import { compareHtml, compileHtml, leadToFile, leadToPage, loadContents, type Leads } from './compile-html.ts';
import { findChangedPage } from './diff/changed-entry.ts';
import type { ContentChange } from './diff/describe.ts';
import { downloadUrl, findFile } from './files.ts';
import type { Page } from './page.ts';
import { findPage, getPageMarkdown } from './pages.ts';
import { loadReferences } from './references.ts';
import { baseOfContent } from './revisions.ts';

const filling = { words: englishWords, locale: 'en' };

/** Converts Markdown without a page, such as that of a comment, to sanitized HTML. Throws query_too_complex. */
export async function convertToHtml(ctx: Context, markdown: string): Promise<string> {
  const text = await compileHtml(ctx, markdown, {});
  return chargeText(ctx, fillSlots(text, { ...filling, targets: text.references.map(() => null) }).html.html);
}

/**
 * Converts the text of a page to sanitized HTML. `references` are those of the text before its expressions were evaluated. Links to
 * pages lead to the application, and URLs of files need no token. Throws query_too_complex.
 */
export async function convertPageToHtml(
  ctx: Context,
  page: Page,
  markdown: string,
  references: Awaited<ReturnType<typeof loadReferences>>,
): Promise<string> {
  const text = await compileHtml(ctx, markdown, { hasFrontMatter: true, references, titles: [page.title] });
  const leads: Leads = { revision: page.revision, load: (reference) => leadInSpace(ctx, page, reference) };
  const targets = await loadContents(ctx, leads, page, text);
  return chargeText(ctx, fillSlots(text, { ...filling, targets }).html.html);
}

/**
 * Converts what a change does to the text of a page: the later text, in which what was added and what was removed is marked. Null
 * for moves, pages that have gone, other entries, and revisions of the main content. Throws
 * query_too_complex.
 */
export async function convertChangeToHtml(ctx: Context, change: ContentChange): Promise<string | null> {
  const page = change.type === 'page_moved' ? null : await findChangedPage(ctx, change);
  const base = page && (await baseOfContent(ctx, page.revision));
  if (page === null || base === null) return null;
  const [before, after] = await Promise.all([
    findPage(ctx, base, page.id).then((earlier) => loadComparedText(ctx, earlier)),
    loadComparedText(ctx, page),
  ]);
  const text = await compareHtml(ctx, before, after);
  const load = (reference: TextReference) => leadInSpace(ctx, page, reference);
  const targets = await loadContents(ctx, { revision: page.revision, load, base }, page, text);
  return chargeText(ctx, fillSlots(text, { ...filling, targets }).html.html);
}

/** Reads the text of a page for a comparison; that of no page is empty. */
async function loadComparedText(ctx: Context, page: Page | null): Promise<ComparedText> {
  const markdown = page && (await getPageMarkdown(ctx, page));
  if (page === null || markdown === null) return { markdown: '', options: {} };
  const references = await loadReferences(ctx, page, markdown);
  return { markdown, options: { hasFrontMatter: true, references, titles: [page.title] } };
}

async function leadInSpace(ctx: Context, { id, revision }: Page, reference: TextReference) {
  switch (reference.kind) {
    case 'page':
    case 'anchor': {
      const page = await findPage(ctx, revision, reference.page);
      if (page === null) return null;
      const anchor = reference.kind === 'anchor' ? `#${encodeURIComponent(reference.anchor)}` : '';
      const url = page.id === id && anchor !== '' ? '' : appUrl(ctx.urls, 'spaces', revision.spaceId, 'pages', page.id);
      return leadToPage(page, `${url}${anchor}`);
    }
    case 'file': {
      const file = await findFile(ctx, revision, reference.file);
      return file && leadToFile(file, downloadUrl(ctx, file));
    }
    case 'url':
    case 'user':
    case 'reusable-content':
    case 'openapi':
      return null;
  }
}
