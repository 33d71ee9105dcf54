import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { CompiledText, OpenApiReference, Target } from '../../../../text/html/compiled-text.ts';
import { compilePart } from '../../../../text/html/openapi/compile-part.ts';
import type { OpenApiPart } from '../../../../text/html/openapi/part.ts';
import { compileSpecParts } from '../../../../text/html/openapi/read-parts.ts';
import { storageKey } from '../../../../infra/storage/content-key.ts';
import type { Context } from '../../../core/context.ts';
import { parseText, type ReadTextOptions } from '../../../core/parse-text.ts';
import { findFilesDownload } from '../../openapi-specs/queries/specs.ts';
import { showSource } from '../show-source.ts';
import { createPartFinder } from './find-parts.ts';

type Named = Pick<OpenApiReference, 'part' | 'names'>;

/** A block that shows parts of a version of a specification. */
interface SpecBlock extends Named {
  readonly versionId: string;
}

/**
 * Creates a function that loads the parts of specifications that blocks of a page show. Blocks that are asked for together read a
 * specification once. `longestMs` is the computing time that the texts of the operation may take.
 */
export function createPartsLoader(
  ctx: Context,
  { spaceId }: { readonly spaceId: string },
  longestMs?: number,
): (reference: OpenApiReference) => Promise<Target | null> {
  const limits = { longestMs };
  const loader = new DataLoader<SpecBlock, readonly CompiledText[] | null, string>(
    (blocks) => compileBlocks(ctx, blocks, limits),
    { cacheKeyFn: keyOf },
  );
  let finder: ReturnType<typeof createPartFinder> | undefined;
  return async ({ part, spec, names }) => {
    const find = await (finder ??= createPartFinder(ctx, spaceId));
    const shown = await find({ kind: part, spec, names });
    if (shown === null) return null;
    const versionId = shown.spec.lastVersionId;
    const compiled = versionId === null ? null : await loader.load({ versionId, part, names });
    const parts = compiled ?? (await Promise.all(shown.parts.map(({ data }) => compileAlone(ctx, data, limits))));
    return { href: '', contents: parts.map((text) => ({ text, targets: [] })) };
  };
}

/** Maximum size of the kept parts of specifications, in bytes of their JSON. */
const maxKeptBytes = 16_777_216;

/**
 * Compiled parts of versions of specifications, which never change. Whoever asks has found out that the reader may see the
 * specification.
 */
const keptParts = new LRUCache<string, { readonly parts: readonly CompiledText[]; readonly bytes: number }>({
  maxSize: maxKeptBytes,
  maxEntrySize: maxKeptBytes / 4,
  sizeCalculation: ({ bytes }) => bytes,
});

const keyOf = ({ versionId, part, names }: SpecBlock) => JSON.stringify([versionId, part, names]);

type Compiled = ReadonlyMap<SpecBlock, readonly CompiledText[] | null>;

/** The compiled parts of each block; null for a block whose specification is too large or that is too intricate. */
async function compileBlocks(
  ctx: Context,
  blocks: readonly SpecBlock[],
  limits: ReadTextOptions,
): Promise<(readonly CompiledText[] | null)[]> {
  const known = new Map(blocks.map((block) => [block, keptParts.get(keyOf(block))?.parts ?? null] as const));
  const missing = blocks.filter((block) => known.get(block) === null);
  const readings = await Promise.all(
    [...new Set(missing.map(({ versionId }) => versionId))].map(async (versionId): Promise<Compiled> => {
      const files = await loadFiles(ctx, versionId);
      const wanted = missing.filter((block) => block.versionId === versionId);
      return files === null ? new Map() : compileFrom(ctx, files, wanted, limits);
    }),
  );
  const compiled = new Map(readings.flatMap((one) => [...one]));
  for (const [block, parts] of compiled) if (parts !== null) keep(block, parts);
  return blocks.map((block) => known.get(block) ?? compiled.get(block) ?? null);
}

function keep(block: SpecBlock, parts: readonly CompiledText[]): void {
  const key = keyOf(block);
  keptParts.set(key, { parts, bytes: key.length + 2 * JSON.stringify(parts).length });
}

/** Compiles blocks of one specification, several in each reading of its files. */
async function compileFrom(
  ctx: Context,
  files: string,
  blocks: readonly SpecBlock[],
  limits: ReadTextOptions,
): Promise<Compiled> {
  const [first] = blocks;
  if (!first) return new Map();
  const task = { name: 'compileSpecParts', run: compileSpecParts };
  const named = blocks.map(({ part, names }) => ({ part, names: [...names] }));
  const outcome = await parseText(ctx, task, [files, named], { ...limits, isKept: false });
  // A block that is too intricate is the first of a reading at some time, and costs only itself.
  const parts = 'value' in outcome ? outcome.value : [];
  const made = 'value' in outcome ? blocks.slice(0, parts.length) : blocks.slice(0, isAlone(blocks) ? 1 : 0);
  const rest = 'value' in outcome ? [blocks.slice(made.length)] : halves(blocks.slice(made.length));
  const others = await rest.reduce<Promise<Compiled>>(
    async (before, some) => new Map([...(await before), ...(await compileFrom(ctx, files, some, limits))]),
    Promise.resolve(new Map()),
  );
  return new Map([...made.map((block, at) => [block, parts[at] ?? null] as const), ...others]);
}

const isAlone = (blocks: readonly SpecBlock[]) => blocks.length === 1;

const halves = (blocks: readonly SpecBlock[]): (readonly SpecBlock[])[] => {
  const middle = Math.ceil(blocks.length / 2);
  return [blocks.slice(0, middle), blocks.slice(middle)];
};

/** Maximum size of the files of a specification that are read for a page, in bytes. */
const maxSpecBytes = 2_097_152;

/** Loads the files of a version of a specification; null for one that is too large. */
async function loadFiles({ sql, storage }: Context, versionId: string): Promise<string | null> {
  const file = await findFilesDownload(sql, versionId);
  if (file === null || file.sizeBytes > maxSpecBytes) return null;
  return (await storage.get(storageKey(file.blobHash))).toString();
}

/** Compiles a part of a specification without its schemas. One that is too large is left out. */
async function compileAlone(ctx: Context, data: unknown, limits: ReadTextOptions): Promise<CompiledText> {
  // The store holds what `readSpecification` made of the specification.
  const outcome = await parseText(ctx, { name: 'compilePart', run: compilePart }, [data as OpenApiPart], limits);
  return 'value' in outcome ? outcome.value : showSource('', outcome.problem);
}
