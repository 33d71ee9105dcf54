import { ofSpec } from '../../authoring/openapi-specs/events.ts';
import { storeBytes } from '../../authoring/content/store-bytes.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobRun } from '../../core/jobs/kind.ts';
import { transact } from '../../core/transact.ts';
import { writeDependentPages } from './dependent-pages.ts';
import { indexSpecBlocks } from './index-spec-blocks.ts';
import { makeSpecPages } from './make-pages.ts';
import type { ProcessError } from '../../authoring/openapi-specs/fields.ts';
import { computedPagesRefresh, specProcessing, type ProcessingResult } from './kind.ts';
import { hasSpecParts, replaceSpecParts } from '../../authoring/openapi-specs/queries/parts.ts';
import { lockSpec } from '../../authoring/openapi-specs/queries/specs.ts';
import { fetchSource } from './fetch-source.ts';
import type { ReadSpecification } from '../../../text/openapi-specs/read-specification.ts';
import type { OpenApiSpec } from '../../authoring/openapi-specs/specs.ts';
import { nameOfSource } from './source-name.ts';

const nothing: ProcessingResult = { version: null, isNew: false, spaces: 0 };

/**
 * Reads the source of a specification, writes a version if its content changed, then regenerates the dependent pages in
 * each space, and only then sets the state `complete`. A source that cannot be read leaves the last version in place.
 */
export const processingHandler = jobHandler(specProcessing, async (ctx, { specId }, run) => {
  const spec = await begin(ctx, specId);
  if (spec === null) return nothing;
  run.progress({ phase: 'reading' });
  const reading = await fetchSource(ctx, spec, run.signal);
  if ('error' in reading) return finish(ctx, spec, run, { ...nothing, errors: [reading.error] });
  const written = await writeVersion(ctx, spec, reading);
  if (written === null) return nothing;
  run.progress({ phase: 'writing pages' });
  const spaces = await writeDependentPages(ctx, spec, run.signal);
  await indexSpecBlocks(ctx, spec, run.signal);
  await makeSpecPages(ctx, spec, run.signal);
  return finish(ctx, spec, run, { ...written, spaces, errors: [] });
});

/** Regenerates the pages that depend on a specification. */
export const pagesHandler = jobHandler(computedPagesRefresh, async (ctx, key, run) => {
  const spaces = await writeDependentPages(ctx, key, run.signal);
  await indexSpecBlocks(ctx, key, run.signal);
  await makeSpecPages(ctx, key, run.signal);
  return { spaces };
});

/** Marks the source as being read and returns the specification; null when it was deleted. */
async function begin(outer: Context, id: string): Promise<OpenApiSpec | null> {
  await outer.db.openApiSpec.updateMany({
    where: { id },
    data: { processingState: 'progress', updatedAt: outer.now() },
  });
  outer.loaders.clear();
  return (await outer.loaders.openApiSpec.load(id)) as OpenApiSpec | null;
}

interface WrittenVersion {
  readonly version: string;
  readonly isNew: boolean;
}

/** Writes a version, unless it equals the last one. Null when the source has been replaced or deleted. */
async function writeVersion(
  outer: Context,
  spec: OpenApiSpec,
  { specification, raw }: { readonly specification: ReadSpecification; readonly raw: Buffer },
): Promise<WrittenVersion | null> {
  const { digest, title, apiVersion, filesJson, pages, parts } = specification;
  const [files, first] = await storeBytes(outer, [
    { name: 'openapi.json', body: Buffer.from(filesJson) },
    { name: nameOfSource(raw.toString('utf8', 0, 1_000)), body: raw },
  ]);
  if (!files || !first) throw new Error('The files of a specification were not stored');
  return transact(outer, async (ctx) => {
    const locked = await lockSpec(ctx.sql, spec.id);
    if (locked?.sourceNumber !== spec.sourceNumber) return null;
    const last = locked.lastVersionId === null ? null : await ctx.loaders.openApiVersion.load(locked.lastVersionId);
    const hasParts = last?.digest === digest && (await hasSpecParts(ctx.sql, spec.id));
    if (!hasParts) await replaceSpecParts(ctx.sql, spec.id, parts);
    if (last?.digest === digest) return { version: last.id, isNew: false };
    const id = ctx.newId('specv');
    await ctx.db.openApiVersion.create({
      data: {
        id,
        specId: spec.id,
        digest,
        title: title.slice(0, maxTitle),
        apiVersion: apiVersion.slice(0, maxTitle),
        filesHash: files.hash,
        rawHash: first.hash,
        sourceUrl: spec.sourceUrl,
        createdAt: ctx.now(),
      },
    });
    const outline = { versionId: id, pages: toJson(pages) };
    await ctx.db.openApiOutline.upsert({
      where: { specId: spec.id },
      create: { specId: spec.id, ...outline },
      update: outline,
    });
    await ctx.db.openApiSpec.update({ where: { id: spec.id }, data: { lastVersionId: id } });
    ctx.emit('openapi_spec.version_created', ofSpec(spec), { version: id });
    return { version: id, isNew: true };
  });
}

const maxTitle = 500;

/** Copies pages to object literals, because Prisma's JSON type does not accept interfaces. */
const toJson = (pages: ReadSpecification['pages']) =>
  pages.map(({ urls, ...page }) => ({ ...page, urls: urls.map((url) => ({ ...url })) }));

/** Completes the specification and the job in one transaction. */
async function finish(
  outer: Context,
  spec: OpenApiSpec,
  run: JobRun<ProcessingResult>,
  { errors, ...result }: ProcessingResult & { readonly errors: readonly ProcessError[] },
): Promise<ProcessingResult> {
  return transact(outer, async (ctx) => {
    await ctx.db.openApiSpec.updateMany({
      where: { id: spec.id, sourceNumber: spec.sourceNumber },
      data: {
        processingState: 'complete',
        lastProcessedAt: ctx.now(),
        lastProcessedErrors: errors.map((error) => ({ ...error })),
        updatedAt: ctx.now(),
        version: { increment: 1 },
      },
    });
    if (errors.length > 0) ctx.emit('openapi_spec.failed', ofSpec(spec), { errors: errors.map(({ code }) => code) });
    await run.complete(ctx, result);
    return result;
  });
}
