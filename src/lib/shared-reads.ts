interface Waiting<Part, Result> {
  readonly parts: Part[];
  readonly result: Promise<Result>;
  readonly begin: () => void;
}

interface Lane<Part, Result> {
  waiting: Waiting<Part, Result> | null;
}

/**
 * Reads that callers with the same key share. While one is under way, those who come wait together for the next one, so
 * each gets what was stored after it asked, and what everybody asks for takes one statement at a time. `most` callers
 * share one; others read alone.
 */
export function sharedReads<Key, Part, Result>(
  read: (key: Key, parts: readonly Part[]) => Promise<Result>,
  most: number,
): (key: Key, part: Part) => Promise<Result> {
  const lanes = new Map<Key, Lane<Part, Result>>();

  // A lane serves one read after the other. With an entry for each read, the map would keep results in memory, as bag.ts says.
  const begin = async (key: Key, lane: Lane<Part, Result>, parts: readonly Part[]): Promise<Result> => {
    try {
      return await read(key, parts);
    } finally {
      const next = lane.waiting;
      lane.waiting = null;
      if (next) next.begin();
      else lanes.delete(key);
    }
  };

  return (key, part) => {
    const lane = lanes.get(key);
    if (lane === undefined) {
      const made: Lane<Part, Result> = { waiting: null };
      lanes.set(key, made);
      return begin(key, made, [part]);
    }
    if (lane.waiting === null) {
      const parts = [part];
      lane.waiting = waitingFor(parts, () => begin(key, lane, parts));
      return lane.waiting.result;
    }
    if (lane.waiting.parts.length >= most) return read(key, [part]);
    lane.waiting.parts.push(part);
    return lane.waiting.result;
  };
}

function waitingFor<Part, Result>(parts: Part[], run: () => Promise<Result>): Waiting<Part, Result> {
  let begin: () => void = () => {};
  const result = new Promise<Result>((resolve) => {
    begin = () => resolve(run());
  });
  return { parts, result, begin };
}
