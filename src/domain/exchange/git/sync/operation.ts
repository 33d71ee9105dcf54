import type { Prisma } from '../../../../db/generated/client.ts';
import { DomainError } from '../../../../lib/errors.ts';
import type { GitConnectionRow } from '../../../../loaders/git.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import type { Context, TransactionContext } from '../../../core/context.ts';
import { transact } from '../../../core/transact.ts';
import { truncateNotes } from '../../imports/import-job.ts';
import { ofConnection } from '../connections.ts';

/** Numbers of entries that a sync has changed, on one side or the other. */
export interface SyncCounts {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
}

/** What a step of a sync has done. */
export interface SyncStep {
  readonly stage: 'fetch' | 'read' | 'merge' | 'write' | 'push';
  /** Which way content has gone. */
  readonly direction?: 'import' | 'export' | undefined;
  readonly commit?: string | null | undefined;
  readonly revisionId?: string | undefined;
  readonly counts?: SyncCounts | null | undefined;
  readonly skipped?: readonly ImportNote[] | undefined;
}

interface SyncState {
  /** Null until the operation has begun. */
  readonly id: string | null;
  readonly stage: SyncStep['stage'];
  readonly direction: 'import' | 'export' | 'both' | null;
  readonly commit: string | null;
  readonly revisionId: string | null;
  readonly counts: SyncCounts;
  readonly skipped: readonly ImportNote[];
}

/**
 * The record of a sync. It begins with the first difference that is found, so that a look at an unchanged branch leaves nothing.
 */
export class SyncOperation {
  readonly #connection: GitConnectionRow;
  readonly #jobId: string | null;
  #state: SyncState = {
    id: null,
    stage: 'fetch',
    direction: null,
    commit: null,
    revisionId: null,
    counts: { added: 0, updated: 0, removed: 0 },
    skipped: [],
  };

  /** `jobId` is null for a look at the branch, which leaves a record when the host refuses the token. */
  constructor(connection: GitConnectionRow, jobId: string | null) {
    this.#connection = connection;
    this.#jobId = jobId;
  }

  /** Null until it has begun. */
  get id(): string | null {
    return this.#state.id;
  }

  /** Notes a step, in the transaction of the caller if there is one. */
  note(outer: Context, step: SyncStep): Promise<void> {
    return transact(outer, async (ctx) => void (await this.#write(ctx, step, {})));
  }

  /** Notes that both sides are equal now. */
  async complete(ctx: TransactionContext, step: SyncStep): Promise<void> {
    const state = await this.#write(ctx, step, { state: 'completed', endedAt: ctx.now() });
    await this.#end(ctx, 'active', { failures: 0 });
    const { id: operation, commit, revisionId: revision, counts, skipped } = state;
    const data = { operation, commit, revision, ...counts, skipped: skipped.length };
    ctx.emit('git_sync.completed', ofConnection(this.#connection), data);
  }

  /** Notes that a change request waits for somebody. */
  async conflict(ctx: TransactionContext, changeRequestId: string, step: SyncStep): Promise<void> {
    const { id: operation } = await this.#write(ctx, step, { state: 'conflicted', endedAt: ctx.now() });
    await this.#end(ctx, 'conflict', { failures: 0, changeRequestId });
    const data = { operation, changeRequest: changeRequestId };
    ctx.emit('git_sync.conflicted', ofConnection(this.#connection), data);
  }

  /** Adds what was left out after both sides were made equal. A sync that has done nothing else is recorded for it. */
  async remark(outer: Context, skipped: readonly ImportNote[]): Promise<void> {
    if (skipped.length === 0) return;
    const step = { stage: this.#state.id === null ? 'merge' : this.#state.stage, skipped } as const;
    await transact(outer, async (ctx) =>
      this.#state.id === null
        ? this.complete(ctx, { ...step, direction: 'import' })
        : void (await this.#write(ctx, step, {})),
    );
  }

  /** Notes why it has failed. */
  async fail(outer: Context, error: unknown): Promise<void> {
    const { type, message } = error instanceof DomainError ? error : internal;
    await transact(outer, async (ctx) => {
      const end = { state: 'failed', endedAt: ctx.now(), error: { type, message } };
      const { id: operation, commit, revisionId: revision } = await this.#write(ctx, { stage: this.#state.stage }, end);
      const status = type === 'git_unauthenticated' ? 'unauthenticated' : 'failed';
      await this.#end(ctx, status, { failures: { increment: 1 } });
      ctx.emit('git_sync.failed', ofConnection(this.#connection), { operation, error: type, commit, revision });
    });
  }

  /** Sets the state of the connection, unless somebody has paused it in the meantime. */
  async #end(
    ctx: Context,
    status: string,
    data: Pick<Prisma.GitConnectionUncheckedUpdateManyInput, 'failures' | 'changeRequestId'>,
  ): Promise<void> {
    const { id } = this.#connection;
    await ctx.db.gitConnection.updateMany({ where: { id }, data });
    await ctx.db.gitConnection.updateMany({ where: { id, status: { not: 'paused' } }, data: { status } });
  }

  async #write(
    ctx: TransactionContext,
    step: SyncStep,
    end: Pick<Prisma.GitOperationUncheckedUpdateInput, 'state' | 'endedAt' | 'error'>,
  ): Promise<SyncState & { readonly id: string }> {
    const before = this.#state;
    const state = { ...after(before, step), id: before.id ?? ctx.newId('gop') };
    const { id, direction, counts, skipped, ...steps } = state;
    const row = {
      ...steps,
      direction: direction ?? this.#connection.direction,
      counts: { ...counts },
      skipped: truncateNotes(skipped).map((note) => ({ ...note })),
      ...end,
    };
    if (before.id === null) {
      const start = { connectionId: this.#connection.id, jobId: this.#jobId, startedAt: ctx.now() };
      await ctx.db.gitOperation.create({
        data: { id, ...start, state: 'running', ...row } as Prisma.GitOperationUncheckedCreateInput,
      });
      if (end.state !== 'failed')
        ctx.emit('git_sync.started', ofConnection(this.#connection), {
          operation: id,
          commit: state.commit,
          revision: state.revisionId,
        });
    } else await ctx.db.gitOperation.update({ where: { id }, data: row });
    // A transaction may be tried again.
    ctx.afterCommit(() => (this.#state = state));
    return state;
  }
}

const internal = { type: 'internal', message: 'Internal error' } as const;

/** The state after a step. */
function after(state: SyncState, step: SyncStep): SyncState {
  const { stage, direction, commit = state.commit, revisionId = state.revisionId, counts, skipped = [] } = step;
  const isOther = direction !== undefined && state.direction !== null && state.direction !== direction;
  return {
    id: state.id,
    stage,
    direction: isOther ? 'both' : (direction ?? state.direction),
    commit,
    revisionId,
    counts: {
      added: state.counts.added + (counts?.added ?? 0),
      updated: state.counts.updated + (counts?.updated ?? 0),
      removed: state.counts.removed + (counts?.removed ?? 0),
    },
    skipped: [...state.skipped, ...skipped],
  };
}
