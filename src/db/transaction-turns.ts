import { failure } from '../lib/errors.ts';
import { createTurns, type Caller } from '../lib/turns.ts';

export interface TransactionTurnLimits {
  /** Number of transactions that run at once. */
  readonly atOnce: number;
  /** Number of long ones among them. */
  readonly longAtOnce: number;
}

/** Who runs a transaction, and how. */
export interface TransactionCaller extends Caller {
  /** Whether it may write many rows, so that it takes turns with the other long ones. */
  readonly isLong: boolean;
}

/** Runs a transaction when it is its turn. Throws overloaded when that takes longer than `waitMs`. */
export type TakeTransactionTurn = <Result>(caller: TransactionCaller, run: () => Promise<Result>) => Promise<Result>;

/**
 * Lets transactions wait for each other before they wait for a connection. The pool serves in order of arrival, so that
 * many long writes would hold up all reads and short writes behind them, which need one connection of those that are left.
 * Users take turns, and the long writes of all users together have the turn of one.
 */
export function createTransactionTurns({ atOnce, longAtOnce }: TransactionTurnLimits): TakeTransactionTurn {
  const maxWaiting = Number.POSITIVE_INFINITY;
  const takeTurn = createTurns({ atOnce, maxWaiting, refuse: overloaded });
  const takeLongTurn = createTurns({ atOnce: longAtOnce, maxWaiting, refuse: overloaded });
  return ({ isLong, signal, ...place }, run) => {
    // A job that is told to stop may still write what it has done before the process ends.
    const caller = signal?.aborted ? place : { ...place, signal };
    return isLong ? takeLongTurn(caller, () => takeTurn({ ...caller, owner: allLong }, run)) : takeTurn(caller, run);
  };
}

/** Owner of the long writes of all users. Ids of users have a prefix, so it is none of them. */
const allLong = 'long';

const overloaded = () => failure('overloaded', 'The database is overloaded', { retryAfterSeconds: 1 });
