/** Assigns the slots of this process fairly to owners, which are users or organizations. */
export interface FairTurns<Run> {
  began(run: Run, owner: string): void;
  ended(run: Run): void;
  /**
   * Takes a job of an owner with the fewest running jobs. One owner may occupy all slots but one, so that a job of another
   * one starts at once. `take` skips the jobs of the given owners.
   */
  next<Taken>(take: (withoutOwners: readonly string[]) => Promise<Taken | null>): Promise<Taken | null>;
}

export function createFairTurns<Run>(slots: number): FairTurns<Run> {
  const owners = new Map<Run, string>();
  const most = Math.max(1, slots - 1);
  return {
    began: (run, owner) => void owners.set(run, owner),
    ended: (run) => void owners.delete(run),
    next: async (take) => {
      const counts = new Map<string, number>();
      for (const owner of owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      const levels = new Set([0, ...counts.values()]);
      for (const level of [...levels].toSorted((one, other) => one - other)) {
        const busy = [...counts].flatMap(([owner, count]) => (count > level || count >= most ? [owner] : []));
        // Owners with more running jobs come only after those with fewer.
        const taken = await take(busy);
        if (taken !== null) return taken;
      }
      return null;
    },
  };
}
