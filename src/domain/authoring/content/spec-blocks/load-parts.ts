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
  const room = { left: maxWholeCharacters };
  let last: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<SpecBlock, readonly CompiledText[] | null, string>(
    async (blocks) => {
      // One after the other, so that what is short does not depend on which was ready first.
      const made = last.catch(() => null).then(() => compileBlocks(ctx, blocks, { limits, room }));
      last = made;
      return made;
    },
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
 * Longest parts that a page shows whole, in characters of their JSON. Further ones are short, and say so, because a page of ten megabytes takes
 * seconds to be made and longer to be opened.
 */
const maxWholeCharacters = 2_500_000;

/** The parts of a block. */
interface CompiledBlock {
  readonly parts: readonly CompiledText[];
  readonly characters: number;
}

/**
 * Compiled parts of versions of specifications, which never change. Whoever asks has found out that the reader may see the
 * specification.
 */
const keptParts = new LRUCache<string, CompiledBlock>({
  maxSize: maxKeptBytes,
  maxEntrySize: maxKeptBytes / 4,
  sizeCalculation: ({ characters }, key) => key.length + 2 * characters,
});

const keyOf = ({ versionId, part, names }: SpecBlock) => JSON.stringify([versionId, part, names]);
const keptKeyOf = (block: SpecBlock, isShort: boolean) => `${isShort ? 'short ' : ''}${keyOf(block)}`;

type Compiled = ReadonlyMap<SpecBlock, CompiledBlock | null>;

/**
 * The compiled parts of each block; null for a block whose specification is too large or that is too intricate. Blocks are whole in their
 * order while there is room on the page, and then short.
 */
async function compileBlocks(
  ctx: Context,
  blocks: readonly SpecBlock[],
  { limits, room }: { readonly limits: ReadTextOptions; readonly room: { left: number } },
): Promise<(readonly CompiledText[] | null)[]> {
  const loadOnce = new Map<string, Promise<string | null>>();
  const load = (versionId: string) => {
    const loading = loadOnce.get(versionId) ?? loadFiles(ctx, versionId);
    loadOnce.set(versionId, loading);
    return loading;
  };
  const reading = { ctx, limits, load };
  const whole = await compileKept(reading, blocks, { isShort: false, room: room.left });
  const further = blocks.filter((block) => {
    const isShort = room.left <= 0 && whole.get(block) !== null;
    room.left -= whole.get(block)?.characters ?? 0;
    return isShort;
  });
  const short = await compileKept(reading, further, { isShort: true, room: Infinity });
  const shown = new Map([...whole, ...short]);
  return blocks.map((block) => shown.get(block)?.parts ?? null);
}

interface PartsReading {
  readonly ctx: Context;
  readonly limits: ReadTextOptions;
  /** Loads the files of a version; null when they are too large. */
  readonly load: (versionId: string) => Promise<string | null>;
}

interface Extent {
  readonly isShort: boolean;
  /** Characters after which no further block is compiled. */
  readonly room: number;
}

/** Compiles blocks in their order, or finds them kept, until there is no room. The blocks after that are left out. */
async function compileKept(
  reading: PartsReading,
  blocks: readonly SpecBlock[],
  { isShort, room }: Extent,
): Promise<Compiled> {
  const [first] = blocks;
  if (!first || room <= 0) return new Map();
  const kept = keptParts.get(keptKeyOf(first, isShort));
  const run: Compiled = kept
    ? new Map([[first, kept]])
    : await compileRun(reading, firstMissing(blocks, isShort), isShort);
  const characters = [...run.values()].reduce((sum, one) => sum + (one?.characters ?? 0), 0);
  const rest = await compileKept(reading, blocks.slice(run.size), { isShort, room: room - characters });
  return new Map([...run, ...rest]);
}

/** The first blocks, up to one of another specification or one that is kept. */
function firstMissing(blocks: readonly SpecBlock[], isShort: boolean): readonly SpecBlock[] {
  const upTo = blocks.findIndex(
    (block) => block.versionId !== blocks[0]?.versionId || keptParts.has(keptKeyOf(block, isShort)),
  );
  return blocks.slice(0, upTo < 0 ? undefined : upTo);
}

/** Compiles the first blocks of one specification, as many as one reading of its files allows. */
async function compileRun(
  { ctx, limits, load }: PartsReading,
  blocks: readonly SpecBlock[],
  isShort: boolean,
): Promise<Compiled> {
  const files = await load(blocks[0]?.versionId ?? '');
  if (files === null) return new Map(blocks.map((block) => [block, null]));
  const task = { name: 'compileSpecParts', run: compileSpecParts };
  const named = blocks.map(({ part, names }) => ({ part, names: [...names] }));
  const outcome = await parseText(ctx, task, [files, named, isShort], { ...limits, isKept: false });
  if ('value' in outcome)
    return new Map(
      outcome.value.flatMap((parts, at) => {
        const block = blocks[at];
        if (!block) return [];
        const one = { parts, characters: JSON.stringify(parts).length };
        keptParts.set(keptKeyOf(block, isShort), one);
        return [[block, one] as const];
      }),
    );
  // A block that is too intricate is the first of a reading at some time, and costs only itself.
  const [first] = blocks;
  if (blocks.length === 1) return new Map(first ? [[first, null]] : []);
  return compileRun({ ctx, limits, load }, blocks.slice(0, Math.ceil(blocks.length / 2)), isShort);
}

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
