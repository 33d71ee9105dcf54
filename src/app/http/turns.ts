import { failure } from '../../lib/errors.ts';

export interface RequestTurnLimits {
  readonly perUser: number;
  /** How long a request waits for another one of its user to end, in milliseconds. */
  readonly waitMs: number;
}

/** Maximum number of waiting requests of a user, as a multiple of those that may be in progress. */
const waitingFactor = 20;

/** Share of `perUser` that one user may have in progress while other users are active. */
const besideOthers = 1 / 5;

/** How long a user counts as active after a request, in milliseconds. */
const activeMs = 1_000;

interface Waiting {
  readonly isQuick: boolean;
  readonly start: () => void;
  readonly leave: () => void;
}

interface Lane {
  readonly waiting: Set<Waiting>;
  underWay: number;
  /** Requests in progress that do not wait for background work. */
  quick: number;
}

/** A request that is in progress or waits in a lane. */
interface TrackedRequest {
  readonly userId: string;
  readonly isQuick: boolean;
  waiting: Waiting | null;
  isCounted: boolean;
}

/**
 * Counts the requests of each user, and queues those beyond the limit. While several users are active, the limit of each
 * is smaller, so that a user with one request does not wait behind many requests of another.
 */
export function createRequestTurns({ perUser, waitMs }: RequestTurnLimits) {
  const lanes = new Map<string, Lane>();
  const tracked = new WeakMap<object, TrackedRequest>();
  const lately = createLately();
  let waiting = 0;

  const mayStart = (userId: string, lane: Lane, isQuick: boolean) =>
    lane.underWay < perUser && !(isQuick && lane.quick >= Math.ceil(perUser * besideOthers) && lately.others(userId));

  return {
    /** Number of requests that wait. */
    get waiting() {
      return waiting;
    },
    take(request: object, userId: string, isQuick: boolean): Promise<void> | void {
      if (tracked.has(request)) return;
      const lane = lanes.get(userId) ?? { underWay: 0, quick: 0, waiting: new Set() };
      lanes.set(userId, lane);
      lately.note(userId);
      const entry: TrackedRequest = { userId, isQuick, waiting: null, isCounted: false };
      if (mayStart(userId, lane, isQuick)) {
        tracked.set(request, entry);
        return count(lane, entry);
      }
      if (lane.waiting.size >= perUser * waitingFactor) throw tooMany(perUser);
      tracked.set(request, entry);
      waiting += 1;
      return wait(lane, entry, { perUser, waitMs }, () => (waiting -= 1));
    },
    release(request: object): void {
      const entry = tracked.get(request);
      const lane = entry && lanes.get(entry.userId);
      if (!entry || !lane) return;
      // The caller may have closed the connection while the request waited.
      entry.waiting?.leave();
      if (entry.isCounted) {
        lane.underWay -= 1;
        if (entry.isQuick) lane.quick -= 1;
      }
      tracked.delete(request);
      for (const next of lane.waiting) if (mayStart(entry.userId, lane, next.isQuick)) next.start();
      if (lane.underWay === 0 && lane.waiting.size === 0) lanes.delete(entry.userId);
    },
  };
}

function count(lane: Lane, entry: TrackedRequest): void {
  lane.underWay += 1;
  if (entry.isQuick) lane.quick += 1;
  entry.isCounted = true;
}

/** Queues a request in its lane, and calls `onLeave` when it no longer waits. Throws rate_limited after `waitMs`. */
function wait(
  lane: Lane,
  entry: TrackedRequest,
  { perUser, waitMs }: RequestTurnLimits,
  onLeave: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (entry.waiting && lane.waiting.delete(entry.waiting)) onLeave();
      entry.waiting = null;
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      leave();
      reject(tooMany(perUser));
    }, waitMs);
    const start = () => {
      leave();
      count(lane, entry);
      resolve();
    };
    entry.waiting = { isQuick: entry.isQuick, start, leave };
    lane.waiting.add(entry.waiting);
  });
}

/** Remembers the two most recently active users, which suffices to tell whether another user is active. */
function createLately() {
  let last = { userId: '', at: -Infinity };
  let before = last;
  return {
    note(userId: string): void {
      if (last.userId !== userId) before = last;
      last = { userId, at: performance.now() };
    },
    others(userId: string): boolean {
      const { at } = last.userId === userId ? before : last;
      return performance.now() - at < activeMs;
    },
  };
}

const tooMany = (perUser: number) =>
  failure('rate_limited', `A user may have ${perUser} requests in progress; this one waited too long`, {
    retryAfterSeconds: 1,
  });
