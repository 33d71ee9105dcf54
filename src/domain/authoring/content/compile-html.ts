import { compareTexts, type ComparedText } from '../../../text/comparison/compare-texts.ts';
import type { CompiledText, OpenApiReference, Target, TextReference } from '../../../text/html/compiled-text.ts';
import { compileText, type CompileOptions } from '../../../text/html/compile-text.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import type { File } from './files.ts';
import type { Page, TreePage } from './page.ts';
import { listNamedSpecs, listVisibleSpecs } from './pages.ts';
import { loadReferences } from './references.ts';
import { findReusableContent, getReusableContentMarkdown } from './reusable-contents.ts';
import type { Revision } from './revisions.ts';
import { createPartsLoader } from './spec-blocks/load-parts.ts';
import { showSource } from './show-source.ts';

/** Where the references of texts of a revision lead, for those who read them at one place. */
export interface Leads {
  readonly revision: Revision;
  /** Loads what a reference to a page, an anchor, a file or a URL leads to; null when it is hidden or broken. */
  readonly load: (reference: TextReference) => Promise<Target | null>;
  /** The revision with which reusable contents are compared. */
  readonly base?: Revision | null;
  /** Computing time that the texts of the operation may take, in milliseconds; by default that of a query. */
  readonly longestMs?: number;
}

/**
 * Computing time that the texts of the first view of a page may take, in milliseconds. Later views find them compiled, so that a heavy
 * page is slow once and not refused.
 */
export const firstViewMs = 60_000;

/**
 * Compiles a text in a worker. A text that is too intricate becomes its source. `longestMs` is the computing time that the texts of the
 * operation may take; by default that of a query.
 */
export async function compileHtml(
  ctx: Context,
  markdown: string,
  options: CompileOptions,
  longestMs?: number,
): Promise<CompiledText> {
  const outcome = await parseText(ctx, { name: 'compileText', run: compileText }, [markdown, options], { longestMs });
  if ('value' in outcome) return outcome.value;
  return showSource(markdown, outcome.problem);
}

/** Compiles what differs between two texts in a worker; the later one alone where that is too intricate. */
export async function compareHtml(ctx: Context, before: ComparedText, after: ComparedText): Promise<CompiledText> {
  const outcome = await parseText(ctx, { name: 'compareTexts', run: compareTexts }, [before, after]);
  return 'value' in outcome ? outcome.value : compileHtml(ctx, after.markdown, after.options);
}

/**
 * Loads what the references of the text of a page lead to, in their order: also the texts of reusable contents and the
 * parts of specifications, which stand in the text.
 */
export async function loadContents(
  ctx: Context,
  leads: Leads,
  page: Page,
  { references }: CompiledText,
): Promise<(Target | null)[]> {
  const loading = {
    ctx,
    leads,
    room: { left: maxIncluded },
    loadParts: createPartsLoader(ctx, page.revision, leads.longestMs),
  };
  return loadTargets(loading, references, { above: [], listSpecs: () => listVisibleSpecs(ctx, page) });
}

/** What the loading of a page and of the texts in it shares. */
interface Loading {
  readonly ctx: Context;
  readonly leads: Leads;
  readonly loadParts: (reference: OpenApiReference) => Promise<Target | null>;
  /** What the whole page may still include. */
  readonly room: { left: number };
}

interface Includer {
  /** Ids of the reusable contents around the references. */
  readonly above: readonly string[];
  /** Lists the specifications that their text may show. */
  readonly listSpecs: () => Promise<ReadonlySet<string>>;
}

async function loadTargets(
  loading: Loading,
  references: CompiledText['references'],
  { above, listSpecs }: Includer,
): Promise<(Target | null)[]> {
  const hasSpecs = references.some(({ kind }) => kind === 'openapi');
  const specs = hasSpecs ? await listSpecs() : new Set<string>();
  return Promise.all(
    references.map(async (reference) => {
      if (reference.kind === 'reusable-content') return loadIncluded(loading, reference.reusableContent, above);
      if (reference.kind === 'openapi') return specs.has(reference.spec) ? loading.loadParts(reference) : null;
      return loading.leads.load(reference);
    }),
  );
}

/** How deep reusable contents may include others, and how many a page shows. */
export const maxIncludedDepth = 5;
export const maxIncluded = 200;

/** Loads a reusable content with what its own references lead to, and those that it includes, except within themselves. */
async function loadIncluded(loading: Loading, id: string, above: readonly string[]): Promise<Target | null> {
  const { ctx, leads, room } = loading;
  if (above.includes(id) || above.length >= maxIncludedDepth || room.left <= 0) return null;
  room.left -= 1;
  const [before, now] = await Promise.all([
    leads.base ? loadIncludedText(ctx, leads.base, id) : null,
    loadIncludedText(ctx, leads.revision, id),
  ]);
  // One that is new or gone is marked as a whole where it stands.
  const after = now ?? before;
  if (after === null) return null;
  const isCompared = before !== null && before.markdown !== after.markdown;
  const text = isCompared
    ? await compareHtml(ctx, before, after)
    : await compileHtml(ctx, after.markdown, after.options, leads.longestMs);
  const place = { revision: leads.revision, id };
  const includer = { above: [...above, id], listSpecs: () => listNamedSpecs(ctx, place) };
  return { href: '', contents: [{ text, targets: await loadTargets(loading, text.references, includer), isCompared }] };
}

/** Reads a reusable content of a revision as the caller sees it; null where there is none. */
async function loadIncludedText(ctx: Context, revision: Revision, id: string): Promise<ComparedText | null> {
  const included = await findReusableContent(ctx, revision, id);
  if (included === null) return null;
  const markdown = await getReusableContentMarkdown(ctx, included);
  const references = await loadReferences(ctx, { revision, id }, markdown);
  return { markdown, options: { hasFrontMatter: true, isIncluded: true, references } };
}

/** The target of a link to a page at an address. */
export const leadToPage = ({ title, description, emoji, icon }: TreePage, href: string): Target => ({
  href,
  title,
  ...(description === null ? {} : { description }),
  ...(emoji === null ? {} : { emoji }),
  ...(icon === null ? {} : { icon }),
});

/** The target of a link to a file at an address. */
export const leadToFile = (file: File, href: string): Target => ({
  href,
  title: file.name,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  ...(file.width === null || file.height === null ? {} : { width: file.width, height: file.height }),
});
