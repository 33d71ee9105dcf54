import { escapeText } from '../../../lib/html.ts';
import { compileText, type CompileOptions } from '../../../text/html/compile-text.ts';
import type { CompiledText, IncludedText, Target } from '../../../text/html/compiled-text.ts';
import type { DocumentReference } from '../../../text/rich-text/content-reference.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { evaluateText } from '../../authoring/content/evaluated-text.ts';
import type { Page } from '../../authoring/content/page.ts';
import { getPageMarkdown } from '../../authoring/content/pages.ts';
import { findReference, loadReferences } from '../../authoring/content/references.ts';
import { getReusableContent, getReusableContentMarkdown } from '../../authoring/content/reusable-contents.ts';
import type { Place } from './place.ts';
import { loadTargets, pageIdPath } from './targets.ts';

/** The text of a page as the visitor sees it, without its front matter's effect on the page: Markdown with values. */
export async function readVisibleMarkdown(ctx: Context, page: Page): Promise<string> {
  const stored = await getPageMarkdown(ctx, page);
  return stored === null ? '' : evaluateText(ctx, page, stored, 'true');
}

/** Reads the text of a page as the visitor sees it, with what its references lead to. */
export async function readText(ctx: Context, place: Place, page: Page): Promise<IncludedText> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  const markdown = await evaluateText(ctx, page, stored, 'true');
  const text = await compile(ctx, markdown, {
    hasFrontMatter: true,
    references: await listReferences(ctx, place, page, stored),
    titles: [page.title],
  });
  const targets = await loadTargets(ctx, place, text);
  return { text, targets: await withIncluded(ctx, place, text, targets) };
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

/** Adds the texts of the reusable contents that a text includes. Those within them are not included again. */
async function withIncluded(
  ctx: Context,
  place: Place,
  { references }: CompiledText,
  targets: readonly (Target | null)[],
): Promise<(Target | null)[]> {
  return Promise.all(
    references.map(async (reference, index) => {
      if (reference.kind !== 'reusable-content') return targets[index] ?? null;
      const included = await getReusableContent(ctx, place.revision, reference.reusableContent);
      const markdown = await getReusableContentMarkdown(ctx, included);
      const rows = await ctx.loaders.contentLinks.load({ state: place.revision, id: included.id });
      const text = await compile(ctx, markdown, {
        hasFrontMatter: true,
        isIncluded: true,
        references: rows.flatMap((row) => {
          const target = findReference(row);
          return target ? [[row.url, target] as const] : [];
        }),
      });
      return { href: '', contents: [{ text, targets: await loadTargets(ctx, place, text) }] };
    }),
  );
}

/** Compiles a text in a worker. A text that is too intricate becomes its source. */
async function compile(ctx: Context, markdown: string, options: CompileOptions): Promise<CompiledText> {
  const outcome = await parseText(ctx, { name: 'compileText', run: compileText }, [markdown, options]);
  if ('value' in outcome) return outcome.value;
  const source = `<pre tabindex="0"><code>${escapeText(markdown)}</code></pre>`;
  return { pieces: [source], references: [], outline: [], ids: [], description: '', limit: outcome.problem };
}
