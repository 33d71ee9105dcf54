/** How far a standby has come, by what is known of it and its primary. Times are those of `performance`. */
export interface StandbyProgress {
  /** Notes that the primary had a position at a time. */
  mark(position: number, at: number): void;
  /** Notes that the standby has replayed up to a position, and returns how far it has come. */
  reach(position: number): number;
  /** Notes what is wrong, or that nothing is. */
  judge(problem: string | null): void;
  /** Forgets when it had everything, so that it is not fresh before it has answered again. */
  readonly forget: () => void;
  readonly lagMs: () => number;
  readonly isFresh: () => boolean;
  readonly isExpected: () => boolean;
}

/**
 * A standby that has been away for longer is used again after the same time, in milliseconds. Meanwhile every process notes again
 * what its callers read from the primary, which costs a write for each read and would be a burden while there is no standby.
 */
const graceMs = 10_000;

/** A standby that is behind by more marks is not asked anyway. */
const maxMarks = 400;

interface Mark {
  readonly position: number;
  readonly at: number;
}

/** Begins to note the progress of a standby. `onChange` hears when reads begin and end to be answered from it, and why not. */
export function createProgress(maxLagMs: number, onChange: (problem: string | null) => void): StandbyProgress {
  let marks: Mark[] = [];
  let replayed = -1;
  let freshAt = -Infinity;
  let lostAt: number | null = null;
  let usedFrom = -Infinity;
  let told: string | null | undefined;
  const lagMs = () => performance.now() - freshAt;
  return {
    mark: (position, at) => void (marks = [...marks, { position, at }].slice(-maxMarks)),
    reach: (position) => {
      replayed = Math.max(replayed, position);
      const reached = marks.findLast((mark) => mark.position <= replayed);
      if (reached === undefined) return replayed;
      freshAt = reached.at;
      marks = marks.slice(marks.indexOf(reached));
      return replayed;
    },
    judge: (problem) => {
      const now = performance.now();
      const found = problem ?? (lagMs() > maxLagMs ? 'the standby lags behind' : null);
      if (found === null && lostAt !== null && now - lostAt > graceMs) usedFrom = now + graceMs;
      lostAt = found === null ? null : (lostAt ?? now);
      if (told === found) return;
      told = found;
      onChange(found);
    },
    forget: () => void (freshAt = -Infinity),
    lagMs,
    isFresh: () => lagMs() <= maxLagMs && performance.now() >= usedFrom,
    isExpected: () => lostAt === null || performance.now() - lostAt <= graceMs,
  };
}
