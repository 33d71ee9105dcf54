import type { Context } from '../domain/core/context.ts';
import { lookAtBranches } from '../domain/exchange/git/look-at-branches.ts';
import { beginDueSyncs } from '../domain/exchange/git/schedule.ts';
import type { Runner } from './runner.ts';

interface GitSyncsOptions {
  /** Context for statements without a user. */
  readonly system: Context;
  /** Creates a context for looks, which end with the signal. */
  readonly contextFor: (signal: AbortSignal) => Context;
  /** Interval of looks for syncs that are due by themselves, in milliseconds; null for none. */
  readonly pollMs: number | null;
}

/** Begins syncs of spaces with their repositories when they are due, and looks at branches, until stopped. */
export function startGitSyncs({ system, contextFor, pollMs }: GitSyncsOptions): Runner {
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let again = false;
  const warn = (error: unknown) => system.log.warn({ err: error }, 'syncs could not be looked for');
  function look() {
    if (stopping.signal.aborted) return;
    if (looking) return void (again = true);
    again = false;
    looking = beginDueSyncs(system)
      .catch(warn)
      .finally(() => {
        looking = null;
        if (again) look();
      });
  }
  // Hosts may answer late, so what is due does not wait for the looks at branches.
  let branches: Promise<void> | null = null;
  function lookAround() {
    look();
    branches ??= lookAtBranches(contextFor(stopping.signal))
      .then((isDue) => {
        if (isDue) look();
      })
      .catch(warn)
      .finally(() => (branches = null));
  }
  const off = system.jobSignals.onWakeSyncs(look);
  const timer = pollMs === null ? undefined : setInterval(lookAround, pollMs * (0.9 + Math.random() * 0.2)).unref();
  const idle = async () => {
    while (looking !== null) await looking;
  };
  return {
    idle,
    stop: async () => {
      off();
      clearInterval(timer);
      stopping.abort();
      await branches;
      await idle();
    },
  };
}
