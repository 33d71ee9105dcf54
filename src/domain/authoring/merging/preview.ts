import { LRUCache } from 'lru-cache';
import { chargeItems } from '../../core/budget.ts';
import { describeChanges, type ContentChange } from '../content/diff/describe.ts';
import { DomainError, notFound } from '../../../lib/errors.ts';
import { pairId, readPairId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import type { Conflict, EntryVersions } from '../../../text/three-way-merge/conflict.ts';
import {
  enterChangeRequest,
  getChangeRequest,
  isOutdated,
  type ChangeRequest,
} from '../change-requests/change-requests.ts';
import { isClosed } from '../change-requests/fields.ts';
import { loadHeads, type Heads } from './heads.ts';
import { mainChanges, type mergeResults } from './merge.ts';
import { planMerge, type MergePlan } from './plan.ts';

/** The conflicts of one entry of a change request. */
export interface EntryConflict extends EntryVersions {
  readonly changeRequestId: string;
  readonly heads: Heads;
  readonly conflicts: readonly Conflict[];
}

/** Global id of the conflicts of an entry. The entry id of variables contains a slash and is made safe for URLs. */
export const conflictId = ({ id, changeRequestId }: Pick<EntryConflict, 'id' | 'changeRequestId'>): string =>
  pairId('cfl', urlSafe(id), changeRequestId);

export const urlSafe = (entryId: string): string => entryId.replaceAll(/[^\w-]/g, '');

/** Gets the conflicts of an entry by their id. */
export async function getConflict(ctx: Context, id: string): Promise<EntryConflict> {
  const [, changeRequestId] = readPairId('cfl', id) ?? [null, ''];
  const conflicts = await listConflicts(ctx, await enterChangeRequest(ctx, { id: changeRequestId }));
  const found = conflicts.find((conflict) => conflictId(conflict) === id);
  if (found === undefined) throw notFound('content conflict', id);
  return found;
}

/** The result that a merge would have at present. */
export interface MergePreview {
  readonly result: keyof typeof mergeResults;
  /** Changes that the merge would make to main content. When there are conflicts, only the changes without conflict. */
  readonly changes: readonly ContentChange[];
  readonly conflicts: readonly EntryConflict[];
}

/**
 * Lists the conflicts between a change request and the main content, by entry. Throws not_found, insufficient_scope;
 * query_too_complex for tens of thousands of changes, or texts that take seconds to merge.
 */
export async function listConflicts(ctx: Context, changeRequest: ChangeRequest): Promise<readonly EntryConflict[]> {
  const { plan, heads } = await loadPlan(ctx, changeRequest);
  return plan === null ? [] : loadConflicts(ctx, plan, { heads, changeRequestId: changeRequest.id });
}

/** Whether states that were compared have conflicts, which never changes, for those that were asked for last. */
const compared = new LRUCache<string, boolean>({ max: 10_000 });

/**
 * Whether a change request has conflicts with the main content; null where that costs too much to say beside what else is asked. Those that
 * are closed, or as new as the main content, cost no plan, nor do states that this process has compared before.
 */
export async function hasConflicts(ctx: Context, changeRequest: ChangeRequest): Promise<boolean | null> {
  const { id, status } = changeRequest;
  if (isClosed(status)) return false;
  const stored = await ctx.loaders.storedConflict.load(id);
  if (!isOutdated(changeRequest) && stored === null) return false;
  const { revisionId, mainRevisionId, version } = await getChangeRequest(ctx, { id }, 'readContent');
  const key = JSON.stringify([id, revisionId, mainRevisionId, version, stored !== null]);
  const isConflicting = compared.get(key) ?? (await compare(ctx, changeRequest));
  if (isConflicting !== null) compared.set(key, isConflicting);
  return isConflicting;
}

async function compare(ctx: Context, changeRequest: ChangeRequest): Promise<boolean | null> {
  try {
    const { plan } = await loadPlan(ctx, changeRequest);
    return plan !== null && plan.conflicts.size > 0;
  } catch (error) {
    if (error instanceof DomainError && error.type === 'query_too_complex') return null;
    throw error;
  }
}

/** Computes what a merge would do, without writing anything. Throws as `listConflicts`. */
export async function previewMerge(ctx: Context, changeRequest: ChangeRequest): Promise<MergePreview> {
  const { plan, heads } = await loadPlan(ctx, changeRequest);
  if (plan === null) return { result: 'merge', changes: [], conflicts: [] };
  const { put, remove } = mainChanges(plan);
  const after = new Map(put.map((entry) => [entry.id, entry]));
  const changes = [...after.keys(), ...remove].map((id) => ({
    id,
    before: plan.triples.get(id)?.main ?? null,
    after: after.get(id) ?? null,
  }));
  return {
    result: plan.conflicts.size === 0 ? 'merge' : 'conflicts',
    changes: chargeItems(ctx, describeChanges(changes)),
    conflicts: loadConflicts(ctx, plan, { heads, changeRequestId: changeRequest.id }),
  };
}

interface PreviewPlan {
  /** Null for merged and archived change requests, which cannot be merged. */
  readonly plan: MergePlan | null;
  readonly heads: Heads;
}

/** Plans of one operation, by the states that they merge. The version identifies the state of the change request. */
const plansOf = new WeakMap<Context, Map<string, Promise<PreviewPlan>>>();

/** Computes a plan once per operation, however many fields need it. */
async function loadPlan(ctx: Context, { id }: ChangeRequest): Promise<PreviewPlan> {
  const changeRequest = await getChangeRequest(ctx, { id }, 'readContent');
  const plans = plansOf.get(ctx) ?? new Map<string, Promise<PreviewPlan>>();
  plansOf.set(ctx, plans);
  const key = `${id} ${changeRequest.version} ${changeRequest.mainRevisionId}`;
  const plan = plans.get(key) ?? makePlan(ctx, changeRequest);
  plans.set(key, plan);
  return plan;
}

async function makePlan(ctx: Context, changeRequest: ChangeRequest): Promise<PreviewPlan> {
  const { own, main } = await loadHeads(ctx, changeRequest);
  const heads = {
    own: { ...own, activeOf: changeRequest.id },
    main: { ...main, activeOf: changeRequest.spaceId },
  };
  if (isClosed(changeRequest.status)) return { plan: null, heads };
  return { plan: await planMerge(ctx, changeRequest.id, heads), heads };
}

function loadConflicts(
  ctx: Context,
  { conflicts, triples }: MergePlan,
  of: Pick<EntryConflict, 'heads' | 'changeRequestId'>,
): EntryConflict[] {
  return chargeItems(ctx, [...conflicts]).flatMap(([id, found]) => {
    const triple = triples.get(id);
    return triple ? [{ ...triple, ...of, conflicts: chargeItems(ctx, found) }] : [];
  });
}
