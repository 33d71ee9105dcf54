/** Random choices that a seed determines. */
export interface Random {
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** The generator mulberry32 (https://github.com/cprosche/mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
  return { below, pick: (values) => values[below(values.length)]! };
}
