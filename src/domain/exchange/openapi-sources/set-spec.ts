import { ofSpec } from '../../authoring/openapi-specs/events.ts';
import { failure, invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { storeBytes } from '../../authoring/content/store-bytes.ts';
import { enqueueJob } from '../../core/jobs/enqueue.ts';
import { lockTree, requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import type { SpecVisibility } from '../../authoring/openapi-specs/fields.ts';
import { computedPagesRefresh, specProcessing } from './kind.ts';
import {
  authorizedSpec,
  authorizeSpecs,
  findOwnSpec,
  getSpec,
  type OpenApiSpec,
  type SpecKey,
} from '../../authoring/openapi-specs/specs.ts';
import { nameOfSource } from './source-name.ts';

/** The source of a specification. Exactly one member must be set. */
export interface SpecSource {
  readonly url?: string | null | undefined;
  readonly text?: string | null | undefined;
}

/** Creates a specification and starts to read it. Throws not_found, forbidden, insufficient_scope, already_exists. */
export async function createSpec(outer: Context, key: SpecKey, source: SpecSource): Promise<OpenApiSpec> {
  await authorizeSpecs(outer, key.organizationId, 'edit');
  const stored = await storedSource(outer, source);
  return transact(outer, async (ctx) => {
    await lockTree(ctx, key.organizationId);
    await authorizeSpecs(ctx, key.organizationId, 'edit');
    if ((await findOwnSpec(ctx, key)) !== null)
      throw failure('already_exists', `The organization already has a specification "${key.slug}"`, {
        details: [{ path: 'input.slug', rule: 'unique', message: `"${key.slug}" is taken` }],
      });
    return insertSpec(ctx, key, stored);
  });
}

/** Creates a specification or replaces the source of an existing one, and starts to read it. Throws as `createSpec`. */
export async function setSpec(
  outer: Context,
  key: SpecKey,
  { expectedVersion, ...source }: SpecSource & Expected,
): Promise<OpenApiSpec> {
  await authorizeSpecs(outer, key.organizationId, 'edit');
  const stored = await storedSource(outer, source);
  return transact(outer, async (ctx) => {
    await lockTree(ctx, key.organizationId);
    await authorizeSpecs(ctx, key.organizationId, 'edit');
    const spec = await findOwnSpec(ctx, key);
    if (spec === null) return insertSpec(ctx, key, stored);
    requireVersion(spec.version, expectedVersion);
    await ctx.db.openApiSpec.update({
      where: { id: spec.id },
      data: {
        ...stored,
        createdById: ctx.actor.userId,
        sourceNumber: { increment: 1 },
        processingState: 'pending',
        updatedAt: ctx.now(),
        version: { increment: 1 },
      },
    });
    await enqueueProcessing(ctx, spec);
    if (spec.sourceUrl !== null && spec.sourceUrl !== stored.sourceUrl) {
      const { organizationId, slug, sourceUrl } = spec;
      await enqueueJob(
        ctx,
        computedPagesRefresh,
        { organizationId, slug, sourceUrl },
        { organizationId, spaceId: null },
      );
    }
    ctx.emit('openapi_spec.updated', ofSpec(spec));
    return getSpec(ctx, key);
  });
}

/** Starts to read the source of a specification again. Throws not_found, forbidden, insufficient_scope. */
export async function refreshSpec(outer: Context, key: SpecKey): Promise<OpenApiSpec> {
  return transact(outer, async (ctx) => {
    const spec = await authorizedSpec(ctx, key, 'edit');
    const data = { processingState: 'pending', updatedAt: ctx.now(), version: { increment: 1 } };
    await ctx.db.openApiSpec.update({ where: { id: spec.id }, data });
    await enqueueProcessing(ctx, spec);
    return getSpec(ctx, key);
  });
}

interface SpecChanges extends Expected {
  readonly visibility?: SpecVisibility | undefined;
}

/** Updates the visibility of a specification. Throws not_found, forbidden, insufficient_scope, precondition_failed. */
export async function updateSpec(
  outer: Context,
  key: SpecKey,
  { visibility, expectedVersion }: SpecChanges,
): Promise<OpenApiSpec> {
  return transact(outer, async (ctx) => {
    await lockTree(ctx, key.organizationId);
    const spec = await authorizedSpec(ctx, key, 'edit');
    requireVersion(spec.version, expectedVersion);
    if (!visibility || visibility === spec.visibility) return spec;
    const data = { visibility, updatedAt: ctx.now(), version: { increment: 1 } };
    await ctx.db.openApiSpec.update({ where: { id: spec.id }, data });
    ctx.emit('openapi_spec.updated', ofSpec(spec));
    return getSpec(ctx, key);
  });
}

/**
 * Columns of a source. Writes a text to the file storage, so call it before the transaction. Throws validation_failed.
 */
async function storedSource(ctx: Context, { url, text }: SpecSource) {
  const [hasUrl, hasText] = [typeof url === 'string', typeof text === 'string'];
  if (hasUrl === hasText)
    throw invalid('input.source', 'A source must be either url or text', hasUrl ? 'exclusive' : 'required');
  if (hasUrl) return { sourceUrl: url ?? null, sourceHash: null };
  const source = text ?? '';
  const [file] = await storeBytes(ctx, [{ name: nameOfSource(source), body: Buffer.from(source) }]);
  return { sourceUrl: null, sourceHash: file?.hash ?? null };
}

async function insertSpec(
  ctx: Context,
  key: SpecKey,
  source: { sourceUrl: string | null; sourceHash: string | null },
): Promise<OpenApiSpec> {
  const now = ctx.now();
  const spec = { id: ctx.newId('spec'), organizationId: key.organizationId };
  await ctx.db.openApiSpec.create({
    data: { ...spec, ...source, slug: key.slug, createdById: ctx.actor.userId, createdAt: now, updatedAt: now },
  });
  await enqueueProcessing(ctx, spec);
  ctx.emit('openapi_spec.created', ofSpec({ ...spec, slug: key.slug }));
  return getSpec(ctx, key);
}

/**
 * Enqueues the processing of a specification. Jobs of one specification run one at a time, so that the last source
 * wins.
 */
export const enqueueProcessing = (
  ctx: Context,
  { id, organizationId }: Pick<OpenApiSpec, 'id' | 'organizationId'>,
  key?: string,
): Promise<string> =>
  enqueueJob(
    ctx,
    specProcessing,
    { specId: id },
    { organizationId, spaceId: null, exclusive: `openapi ${id}`, ...(key === undefined ? {} : { key }) },
  );
