import { spend } from '../../budget.ts';
import { describeChanges, type ContentChange } from '../../content/diff/describe.ts';
import type { Context } from '../../context.ts';
import type { Conflict, Triple } from '../../merge/conflict.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests.ts';
import { isClosed } from '../fields.ts';
import { readHeads, type Heads } from './lines.ts';
import type { mergeResults } from './merge.ts';
import { mainChanges } from './merge.ts';
import { planMerge, type MergePlan } from './plan.ts';
import { readMerged } from './texts.ts';

/** One entry that a merge cannot settle. */
export interface EntryConflict extends Triple {
  readonly heads: Heads;
  readonly conflicts: readonly Conflict[];
}

/** What a merge would do now. */
export interface MergePreview {
  readonly result: keyof typeof mergeResults;
  /** What would become of main content; with conflicts nothing does, and this is what could be settled so far. */
  readonly changes: readonly ContentChange[];
  readonly conflicts: readonly EntryConflict[];
}

/**
 * What the change request and main content disagree about, by entry, as it is now. Throws not_found,
 * insufficient_scope for what the caller may not read; query_too_complex for tens of thousands of changes, or texts that take
 * seconds to be merged.
 */
export async function listConflicts(ctx: Context, changeRequest: ChangeRequest): Promise<readonly EntryConflict[]> {
  const { plan, heads } = await readPlan(ctx, changeRequest);
  return plan === null ? [] : conflictsOf(ctx, plan, heads);
}

/** What a merge would do, without doing it. Throws as `listConflicts`. */
export async function previewMerge(ctx: Context, changeRequest: ChangeRequest): Promise<MergePreview> {
  const { plan, heads } = await readPlan(ctx, changeRequest);
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
    changes: spend(ctx, describeChanges(changes)),
    conflicts: conflictsOf(ctx, plan, heads),
  };
}

interface Planned {
  readonly plan: MergePlan | null;
  readonly heads: Heads;
}

/** Plans of an operation, by the states they are made of: the version counts what has changed about a change request. */
const plansOf = new WeakMap<Context, Map<string, Promise<Planned>>>();

/** The plan, made once however many fields of an operation ask for it. */
async function readPlan(ctx: Context, { id }: ChangeRequest): Promise<Planned> {
  const changeRequest = await getChangeRequest(ctx, { id }, 'readContent');
  const plans = plansOf.get(ctx) ?? new Map<string, Promise<Planned>>();
  plansOf.set(ctx, plans);
  const key = `${id} ${changeRequest.version} ${changeRequest.mainRevisionId}`;
  const plan = plans.get(key) ?? makePlan(ctx, changeRequest);
  plans.set(key, plan);
  return plan;
}

/** Merged and archived ones are merged no more: of them there is no plan. */
async function makePlan(ctx: Context, changeRequest: ChangeRequest): Promise<Planned> {
  const heads = await readHeads(ctx, changeRequest);
  if (isClosed(changeRequest.status)) return { plan: null, heads };
  return { plan: await planMerge(ctx, changeRequest.id, heads, readMerged), heads };
}

function conflictsOf(ctx: Context, { conflicts, triples }: MergePlan, heads: Heads): EntryConflict[] {
  return spend(ctx, [...conflicts]).flatMap(([id, found]) => {
    const triple = triples.get(id);
    return triple ? [{ ...triple, heads, conflicts: spend(ctx, found) }] : [];
  });
}
