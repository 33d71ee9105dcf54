import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { failure, notFound } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import { analyzeAhead } from '../../search-index/analyze-ahead.ts';
import { isAnalyzedInWorker, type Analysis } from '../../../../text/search/analyze.ts';
import { enterSpace } from '../../spaces/spaces.ts';
import { transact } from '../../../core/transact.ts';
import { changesTo, type ContentChanges } from '../../../../text/content/changes.ts';
import { commitContent, type ContentOwner, type PlanChanges } from '../commit.ts';
import { withEntryIds } from '../entry-ids.ts';
import type { Revision } from '../revisions.ts';
import { variablesId } from '../variables.ts';
import { applyOperation } from './apply.ts';
import { authorizeEdit } from './authorize.ts';
import { authorizeSources } from './authorize-sources.ts';
import { draftOf, pageOutcomes, type Draft, type PageOutcome } from './draft.ts';
import { requireRevision } from './expected-revision.ts';
import type { ContentOperation } from './operation.ts';
import type { PreparedOperation, RequestedOperation } from './prepared.ts';
import { prepareOperations } from './prepare.ts';
import { loadSnapshot } from './snapshot.ts';

export interface ContentEdit extends ContentOwner {
  readonly operations: readonly RequestedOperation[];
  /** The revision that must be active. */
  readonly expectedRevision?: string | null | undefined;
}

/** A page that was created, updated or deleted. */
interface TouchedPage {
  readonly id: string;
  readonly outcome: PageOutcome;
  /** The ref assigned by the request. */
  readonly ref: string | null;
}

/** What the writer of a text should know of it. */
export interface EditWarning {
  /** Path of the text in the input: `changes.0.document`. */
  readonly path: string;
  readonly message: string;
}

export interface EditResult {
  readonly revision: Revision;
  /** Each page once, without the descendants of a deleted page. */
  readonly pages: readonly TouchedPage[];
  readonly files: readonly { readonly id: string; readonly ref: string | null }[];
  /** Id of the entry that each operation changed. */
  readonly subjects: readonly string[];
  readonly warnings: readonly EditWarning[];
}

/**
 * Applies operations, in order and atomically, to a change request or to an unlocked space; they produce one revision.
 * Throws not_found, forbidden, space_locked, invalid_state, precondition_failed, validation_failed,
 * reference_not_found, already_exists, payload_too_large, fetch_…, storage_unavailable.
 */
export async function updateContent(outer: Context, edit: ContentEdit): Promise<EditResult> {
  const earlier = EditEffect.safeParse(outer.once?.earlier);
  if (earlier.success) return resultOf(outer, edit, earlier.data);
  const owner = await authorizeEdit(outer, edit);
  await authorizeSources(outer, owner.spaceId, edit.operations);
  const line = owner.changeRequestId ?? owner.spaceId;
  const requested = edit.operations.map(({ input, path }) => ({ input: withEntryIds(input, line), path }));
  const operations = await prepareOperations(outer, requested);
  let draft: Draft | null = null;
  let subjects: readonly string[] = [];
  const plan: PlanChanges = async (ctx, head) => {
    const { initialRevisionId } = await authorizeEdit(ctx, edit);
    await requireRevision(ctx, head, edit.expectedRevision);
    const made = draftOf(await loadSnapshot(ctx, operations, { state: head, initialRevisionId }));
    subjects = operations.map((operation) => applyOperation(made, operation));
    draft = made;
    return changesOf(made, operations);
  };
  const files = addedFiles(operations);
  const warnings = listWarnings(operations);
  const analyses = await analyzeNewTexts(outer, owner, operations, plan);
  const planWritten: PlanChanges = async (ctx, head) => ({ ...(await plan(ctx, head)), analyses });
  const write = async (ctx: Context) => {
    const revision = await commitContent(ctx, owner, planWritten, { unlessSame: true });
    if (draft === null) throw failure('internal', 'The edit was not planned');
    const result = { revision: { ...revision, activeOf: line }, pages: touchedPages(draft), files, subjects, warnings };
    await ctx.once?.record(ctx, { ...result, revision: revision.id, line } satisfies z.infer<typeof EditEffect>);
    return result;
  };
  return transact(outer, write, { isLong: operations.length > maxShortOperations });
}

/** Number of operations above which an edit takes turns with the other long writes. */
const maxShortOperations = 5;

/**
 * Plans an edit of main content with long texts before its transaction, to analyze the texts for search outside of it.
 * A page whose title has changed by then is analyzed again on write.
 */
async function analyzeNewTexts(
  ctx: Context,
  { spaceId, changeRequestId }: ContentOwner,
  operations: readonly PreparedOperation[],
  plan: PlanChanges,
): Promise<ReadonlyMap<string, Analysis>> {
  const isLong = operations.some(({ text }) => text && isAnalyzedInWorker(text));
  // A nested edit cannot be analyzed before its transaction.
  if (!isLong || changeRequestId || ctx.inTransaction) return new Map();
  const space = await ctx.loaders.space.load(spaceId);
  const head = space && (await ctx.loaders.revision.load(space.revisionId));
  return head ? analyzeAhead(ctx, spaceId, await plan(ctx, head as Revision)) : new Map();
}

/** The effect of an edit, stored with its Idempotency-Key. */
const EditEffect = z.object({
  revision: z.string(),
  line: z.string(),
  pages: z.array(z.object({ id: z.string(), outcome: z.enum(pageOutcomes), ref: z.string().nullable() })),
  files: z.array(z.object({ id: z.string(), ref: z.string().nullable() })),
  subjects: z.array(z.string()).readonly(),
  warnings: z.array(z.object({ path: z.string(), message: z.string() })).readonly(),
});

/**
 * Rebuilds the result of an edit whose process ended before it responded. Throws not_found when the caller can no
 * longer read it.
 */
async function resultOf(
  ctx: Context,
  { spaceId }: ContentEdit,
  effect: z.infer<typeof EditEffect>,
): Promise<EditResult> {
  await enterSpace(ctx, spaceId);
  const { revision: id, line, ...result } = effect;
  const revision = await ctx.loaders.revision.load(id);
  if (revision === null) throw notFound('revision', id);
  return { ...result, revision: { ...(revision as Revision), activeOf: line } };
}

/** Applies one operation. Error paths name members of `input`. */
export const editOnce = (
  ctx: Context,
  { operation, ...edit }: Omit<ContentEdit, 'operations'> & { readonly operation: ContentOperation },
) => updateContent(ctx, { ...edit, operations: [{ input: operation, path: 'input' }] });

function changesOf({ entries, before, texts }: Draft, operations: readonly PreparedOperation[]): ContentChanges {
  const added = new Set(operations.flatMap(({ newId, files }) => [newId, ...files.map(({ id }) => id)]));
  // Deleted descendants of a page may be missing from the snapshot.
  const wasThere = (id: string) => !added.has(id) && (id !== variablesId || before.entries.has(id));
  const changed = [...entries].filter(([id, entry]) =>
    entry === null ? wasThere(id) : !isDeepStrictEqual(entry, before.entries.get(id)),
  );
  return changesTo(changed, { texts: [...texts.values()] });
}

function touchedPages({ outcomes, refs }: Draft): TouchedPage[] {
  const refById = new Map([...refs].map(([ref, id]) => [id, ref]));
  return [...outcomes].map(([id, outcome]) => ({ id, outcome, ref: refById.get(id) ?? null }));
}

const addedFiles = (operations: readonly PreparedOperation[]) =>
  operations.flatMap(({ files }) => files.map(({ id, ref }) => ({ id, ref })));

const listWarnings = (operations: readonly PreparedOperation[]): EditWarning[] =>
  operations.flatMap(({ text, path }) =>
    (text?.warnings ?? []).map((message) => ({ path: `${path}.document`.replace('input.', ''), message })),
  );
