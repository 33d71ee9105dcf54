import type { Measured } from './measure.ts';

/** Result of one contender in one workload. */
export interface Row extends Measured {
  /** SQL statements per request; null when not counted. */
  readonly statements: number | null;
  /** Whether the response was compared with that of Octavo. A difference ends the run. */
  readonly isCompared: boolean;
}

/** A goal. */
export interface Bar {
  readonly what: string;
  readonly reached: number;
  readonly wanted: number;
  readonly sense: 'at least' | 'at most';
  /** Null for a goal that only a quiet machine decides, on one that is busy. */
  readonly pass: boolean | null;
}

/** A table of figures with their goals. */
export interface Figures {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly bars: readonly Bar[];
}

export interface Table {
  readonly name: string;
  readonly title: string;
  /** Node version of all contenders. */
  readonly node: string;
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
  /** Omitted contenders with their reasons. */
  readonly skipped: readonly string[];
}

export interface Result {
  readonly machine: Readonly<Record<string, string | number | boolean>>;
  readonly tables: readonly Table[];
  readonly figures: readonly Figures[];
  readonly notes: readonly string[];
}

export const bar = (what: string, reached: number, sense: Bar['sense'], wanted: number): Bar => ({
  what,
  reached,
  wanted,
  sense,
  pass: sense === 'at least' ? reached >= wanted : reached <= wanted,
});

/** A goal for a time or throughput, which other processes change. Processor time of a run decides on any machine. */
export const quietBar = (isQuiet: boolean, ...goal: Parameters<typeof bar>): Bar =>
  isQuiet ? bar(...goal) : { ...bar(...goal), pass: null };
