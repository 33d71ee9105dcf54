import { failure } from '../../lib/errors.ts';

export interface RequestTurnLimits {
  readonly perUser: number;
  /** How long a request waits for another of its user to end. */
  readonly waitMs: number;
}

/** Most waiting requests of a user, in multiples of those that may be in progress. */
const waitingFactor = 20;

/** Share of the requests in progress that one user may have while other users are active. */
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

/** A request in a lane. */
interface Place {
  readonly userId: string;
  readonly isQuick: boolean;
  waiting: Waiting | null;
  isCounted: boolean;
}

/**
 * Counts the requests of each user, and queues those beyond the limit. While several users are active, each may have a
 * smaller share in progress, so that a user with one request waits for few requests of a user with many.
 */
export function createRequestTurns({ perUser, waitMs }: RequestTurnLimits) {
  const lanes = new Map<string, Lane>();
  const places = new WeakMap<object, Place>();
  const lately = createLately();

  const mayStart = (userId: string, lane: Lane, isQuick: boolean) =>
    lane.underWay < perUser && !(isQuick && lane.quick >= Math.ceil(perUser * besideOthers) && lately.others(userId));

  return {
    take(request: object, userId: string, isQuick: boolean): Promise<void> | void {
      if (places.has(request)) return;
      const lane = lanes.get(userId) ?? { underWay: 0, quick: 0, waiting: new Set() };
      lanes.set(userId, lane);
      lately.note(userId);
      const place: Place = { userId, isQuick, waiting: null, isCounted: false };
      if (mayStart(userId, lane, isQuick)) {
        places.set(request, place);
        return count(lane, place);
      }
      if (lane.waiting.size >= perUser * waitingFactor) throw tooMany(perUser);
      places.set(request, place);
      return wait(lane, place, { perUser, waitMs });
    },
    release(request: object): void {
      const place = places.get(request);
      const lane = place && lanes.get(place.userId);
      if (!place || !lane) return;
      // A caller who left no longer waits.
      place.waiting?.leave();
      if (place.isCounted) {
        lane.underWay -= 1;
        if (place.isQuick) lane.quick -= 1;
      }
      places.delete(request);
      for (const next of lane.waiting) if (mayStart(place.userId, lane, next.isQuick)) next.start();
      if (lane.underWay === 0 && lane.waiting.size === 0) lanes.delete(place.userId);
    },
  };
}

function count(lane: Lane, place: Place): void {
  lane.underWay += 1;
  if (place.isQuick) lane.quick += 1;
  place.isCounted = true;
}

/** Waits for a place in the lane, in order. Throws rate_limited when that takes too long. */
function wait(lane: Lane, place: Place, { perUser, waitMs }: RequestTurnLimits): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      if (place.waiting) lane.waiting.delete(place.waiting);
      place.waiting = null;
      clearTimeout(timer);
    };
    const timer = setTimeout(() => {
      leave();
      reject(tooMany(perUser));
    }, waitMs);
    const start = () => {
      leave();
      count(lane, place);
      resolve();
    };
    place.waiting = { isQuick: place.isQuick, start, leave };
    lane.waiting.add(place.waiting);
  });
}

/** Remembers the two users that were active last, to tell whether another one is active. */
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
