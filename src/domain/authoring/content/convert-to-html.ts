import type { TextReference } from '../../../text/html/compiled-text.ts';
import { fillSlots } from '../../../text/html/fill-slots.ts';
import { englishWords } from '../../../text/words/words.ts';
import { chargeText } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { appUrl } from '../../core/urls.ts';
import { compileHtml, leadToFile, leadToPage, loadContents, type Leads } from './compile-html.ts';
import { downloadUrl, findFile } from './files.ts';
import type { Page } from './page.ts';
import { findPage } from './pages.ts';
import { loadReferences } from './references.ts';

const filling = { words: englishWords, locale: 'en' };

/** Converts Markdown without a page, such as that of a comment, to sanitized HTML. Throws query_too_complex. */
export async function convertToHtml(ctx: Context, markdown: string): Promise<string> {
  const text = await compileHtml(ctx, markdown, {});
  return chargeText(ctx, fillSlots(text, { ...filling, targets: text.references.map(() => null) }).html.html);
}

/**
 * Converts the text of a page to sanitized HTML. `stored` is the text before its expressions were evaluated. Links to pages
 * lead to the application, and URLs of files need no token. Throws query_too_complex.
 */
export async function convertPageToHtml(ctx: Context, page: Page, markdown: string, stored: string): Promise<string> {
  const text = await compileHtml(ctx, markdown, {
    hasFrontMatter: true,
    references: await loadReferences(ctx, page, stored),
    titles: [page.title],
  });
  const leads: Leads = { revision: page.revision, load: (reference) => leadInSpace(ctx, page, reference) };
  const targets = await loadContents(ctx, leads, page, text);
  return chargeText(ctx, fillSlots(text, { ...filling, targets }).html.html);
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
