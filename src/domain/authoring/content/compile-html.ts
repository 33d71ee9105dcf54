import { LRUCache } from 'lru-cache';
import { escapeText } from '../../../lib/html.ts';
import { compareTexts, type ComparedText } from '../../../text/comparison/compare-texts.ts';
import type { CompiledText, OpenApiReference, Target, TextReference } from '../../../text/html/compiled-text.ts';
import { compileText, type CompileOptions } from '../../../text/html/compile-text.ts';
import { compilePart } from '../../../text/html/openapi/compile-part.ts';
import { compileSpecParts } from '../../../text/html/openapi/read-parts.ts';
import type { OpenApiPart } from '../../../text/html/openapi/part.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { storageKey } from '../../../infra/storage/content-key.ts';
import { findFilesDownload } from '../openapi-specs/queries/specs.ts';
import type { File } from './files.ts';
import type { Page } from './page.ts';
import { listNamedSpecs, listVisibleSpecs } from './pages.ts';
import { loadReferences } from './references.ts';
import { findReusableContent, getReusableContentMarkdown } from './reusable-contents.ts';
import type { Revision } from './revisions.ts';
import { createPartFinder } from './spec-blocks/find-parts.ts';

/** Where the references of texts of a revision lead, for those who read them at one place. */
export interface Leads {
  readonly revision: Revision;
  /** Loads what a reference to a page, an anchor, a file or a URL leads to; null when it is hidden or broken. */
  readonly load: (reference: TextReference) => Promise<Target | null>;
  /** The revision with which reusable contents are compared. */
  readonly base?: Revision | null;
}

/** Compiles a text in a worker. A text that is too intricate becomes its source. */
export async function compileHtml(ctx: Context, markdown: string, options: CompileOptions): Promise<CompiledText> {
  const outcome = await parseText(ctx, { name: 'compileText', run: compileText }, [markdown, options]);
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
  const loading = { ctx, leads, room: { left: maxIncluded }, loadParts: createPartsLoader(ctx, page.revision) };
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

/** Creates a function that loads the parts of specifications that blocks of a page show, each file of them once. */
function createPartsLoader(ctx: Context, { spaceId }: Revision): Loading['loadParts'] {
  const loadFiles = createFilesLoader(ctx);
  let finder: ReturnType<typeof createPartFinder> | undefined;
  return async (reference) => {
    const find = await (finder ??= createPartFinder(ctx, spaceId));
    const { part: kind, spec, names } = reference;
    const shown = await find({ kind, spec, names });
    if (shown === null) return null;
    const parts =
      (await keepSpecParts(shown.spec.lastVersionId, reference, async (versionId) =>
        compileWithSchemas(ctx, await loadFiles(versionId), reference),
      )) ?? (await Promise.all(shown.parts.map(({ data }) => compileSpecPart(ctx, data))));
    return { href: '', contents: parts.map((part) => ({ text: part, targets: [] })) };
  };
}

/** How deep reusable contents may include others, and how many a page shows. */
const maxIncludedDepth = 5;
const maxIncluded = 200;

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
    : await compileHtml(ctx, after.markdown, after.options);
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

/** Maximum size of the files of a specification that are read for a page, in bytes. */
const maxSpecBytes = 2_097_152;

/** Maximum size of the kept parts of specifications, in bytes of their JSON. */
const maxKeptBytes = 16_777_216;

const keptParts = new LRUCache<string, { readonly parts: readonly CompiledText[]; readonly bytes: number }>({
  maxSize: maxKeptBytes,
  maxEntrySize: maxKeptBytes / 4,
  sizeCalculation: ({ bytes }) => bytes,
});

/**
 * Returns compiled parts of a version of a specification, which never change, and compiles them where they are not kept. Whoever
 * asks has found out that the reader may see the specification.
 */
async function keepSpecParts(
  versionId: string | null,
  { part, names }: OpenApiReference,
  compile: (versionId: string) => Promise<readonly CompiledText[] | null>,
): Promise<readonly CompiledText[] | null> {
  if (versionId === null) return null;
  const key = JSON.stringify([versionId, part, names]);
  const kept = keptParts.get(key);
  if (kept) return kept.parts;
  const parts = await compile(versionId);
  if (parts !== null) keptParts.set(key, { parts, bytes: key.length + 2 * JSON.stringify(parts).length });
  return parts;
}

/**
 * Creates a function that loads the files of versions of specifications, each once for a page: null for one that is too
 * large.
 */
function createFilesLoader({ sql, storage }: Context): (versionId: string) => Promise<string | null> {
  const load = async (versionId: string) => {
    const file = await findFilesDownload(sql, versionId);
    if (file === null || file.sizeBytes > maxSpecBytes) return null;
    return (await storage.get(storageKey(file.blobHash))).toString();
  };
  const loaded = new Map<string, Promise<string | null>>();
  return async (versionId) => {
    const known = loaded.get(versionId) ?? load(versionId);
    loaded.set(versionId, known);
    return known;
  };
}

/** Compiles parts of a specification with their schemas; null without its files, and for one that is too intricate. */
async function compileWithSchemas(
  ctx: Context,
  files: string | null,
  { part, names }: OpenApiReference,
): Promise<readonly CompiledText[] | null> {
  if (files === null) return null;
  const task = { name: 'compileSpecParts', run: compileSpecParts };
  const outcome = await parseText(ctx, task, [files, { part, names: [...names] }]);
  return 'value' in outcome ? outcome.value : null;
}

/** Compiles a part of a specification. One that is too large is left out. */
async function compileSpecPart(ctx: Context, data: unknown): Promise<CompiledText> {
  // The store holds what `readSpecification` made of the specification.
  const outcome = await parseText(ctx, { name: 'compilePart', run: compilePart }, [data as OpenApiPart]);
  return 'value' in outcome ? outcome.value : showSource('', outcome.problem);
}

function showSource(markdown: string, limit: string): CompiledText {
  const source = markdown === '' ? '' : `<pre tabindex="0"><code>${escapeText(markdown)}</code></pre>`;
  return { pieces: [source], references: [], outline: [], ids: [], description: '', limit };
}

/** The target of a link to a page at an address. */
export const leadToPage = ({ title, description, emoji, icon }: Page, href: string): Target => ({
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
