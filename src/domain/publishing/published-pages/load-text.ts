import { escapeText } from '../../../lib/html.ts';
import { compileText, type CompileOptions } from '../../../text/html/compile-text.ts';
import { compilePart } from '../../../text/html/openapi/compile-part.ts';
import type { OpenApiPart } from '../../../text/html/openapi/part.ts';
import type { CompiledText, IncludedText, Target } from '../../../text/html/compiled-text.ts';
import type { DocumentReference } from '../../../text/rich-text/content-reference.ts';
import { chargeItems } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { evaluateText } from '../../authoring/content/evaluated-text.ts';
import type { Page } from '../../authoring/content/page.ts';
import { getPageMarkdown, listVisibleSpecs } from '../../authoring/content/pages.ts';
import { createPartFinder } from '../../authoring/content/spec-blocks/find-parts.ts';
import { loadReferences } from '../../authoring/content/references.ts';
import { getReusableContent, getReusableContentMarkdown } from '../../authoring/content/reusable-contents.ts';
import type { Place } from './place.ts';
import { loadTargets, pageIdPath } from './targets.ts';

/** The text of a page as the visitor sees it, without its front matter's effect on the page: Markdown with values. */
export async function loadVisibleMarkdown(ctx: Context, page: Page): Promise<string> {
  const stored = await getPageMarkdown(ctx, page);
  return stored === null ? '' : evaluateText(ctx, page, stored, 'true');
}

/** Reads the text of a page as the visitor sees it, with what its references lead to. */
export async function loadText(ctx: Context, place: Place, page: Page): Promise<IncludedText> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  const markdown = await evaluateText(ctx, page, stored, 'true');
  const text = await compile(ctx, markdown, {
    hasFrontMatter: true,
    references: await listReferences(ctx, place, page, stored),
    titles: [page.title],
  });
  const targets = await loadTargets(ctx, place, text);
  return { text, targets: await withContents(ctx, place, { page, text, targets }) };
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

interface PageText extends IncludedText {
  readonly page: Page;
}

/** Adds what stands in the place of a reference: the text of a reusable content, the parts of a specification. */
async function withContents(ctx: Context, place: Place, { page, text, targets }: PageText): Promise<(Target | null)[]> {
  const hasSpecs = text.references.some(({ kind }) => kind === 'openapi');
  const specs = hasSpecs ? await listVisibleSpecs(ctx, page) : new Set<string>();
  const room = { left: maxIncluded };
  const find = hasSpecs ? await createPartFinder(ctx, page.revision.spaceId) : null;
  return Promise.all(
    text.references.map(async (reference, index) => {
      if (reference.kind === 'reusable-content') return loadIncluded(ctx, place, { id: reference.reusableContent, above: [], room });
      if (reference.kind !== 'openapi' || find === null) return targets[index] ?? null;
      const { part: kind, spec, names } = reference;
      const shown = specs.has(spec) ? await find({ kind, spec, names }) : null;
      if (shown === null) return null;
      const parts = await Promise.all(shown.parts.map(({ data }) => compileSpecPart(ctx, data)));
      return { href: '', contents: parts.map((part) => ({ text: part, targets: [] })) };
    }),
  );
}

/** How deep reusable contents may include others, and how many a page shows. */
const maxIncludedDepth = 5;
const maxIncluded = 200;

interface Inclusion {
  readonly id: string;
  /** Ids of the reusable contents around it. */
  readonly above: readonly string[];
  /** What the whole page may still show. */
  readonly room: { left: number };
}

/** Loads a reusable content with what its own references lead to, and those that it includes, except within themselves. */
async function loadIncluded(ctx: Context, place: Place, { id, above, room }: Inclusion): Promise<Target | null> {
  if (above.includes(id) || above.length >= maxIncludedDepth || room.left <= 0) return null;
  room.left -= 1;
  const included = await getReusableContent(ctx, place.revision, id);
  const markdown = await getReusableContentMarkdown(ctx, included);
  const text = await compile(ctx, markdown, {
    hasFrontMatter: true,
    isIncluded: true,
    references: await loadReferences(ctx, { revision: place.revision, id }, markdown),
  });
  const targets = await loadTargets(ctx, place, text);
  const inside = await Promise.all(
    text.references.map((reference, index) =>
      reference.kind === 'reusable-content'
        ? loadIncluded(ctx, place, { id: reference.reusableContent, above: [...above, id], room })
        : (targets[index] ?? null),
    ),
  );
  return { href: '', contents: [{ text, targets: inside }] };
}

/** Compiles a part of a specification. One that is too large is left out. */
async function compileSpecPart(ctx: Context, data: unknown): Promise<CompiledText> {
  // The store holds what `readSpecification` made of the specification.
  const outcome = await parseText(ctx, { name: 'compilePart', run: compilePart }, [data as OpenApiPart]);
  return 'value' in outcome ? outcome.value : showSource('', outcome.problem);
}

/** Compiles a text in a worker. A text that is too intricate becomes its source. */
async function compile(ctx: Context, markdown: string, options: CompileOptions): Promise<CompiledText> {
  const outcome = await parseText(ctx, { name: 'compileText', run: compileText }, [markdown, options]);
  if ('value' in outcome) return outcome.value;
  return showSource(markdown, outcome.problem);
}

function showSource(markdown: string, limit: string): CompiledText {
  const source = markdown === '' ? '' : `<pre tabindex="0"><code>${escapeText(markdown)}</code></pre>`;
  return { pieces: [source], references: [], outline: [], ids: [], description: '', limit };
}
