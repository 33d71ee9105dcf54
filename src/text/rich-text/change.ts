/** Whether a comparison of two texts found a part in the later or in the earlier one alone. */
export type Change = 'added' | 'removed';

/** The key of the change of a part of a comparison: a symbol, so that it is in no JSON and in no hash. */
export const change = Symbol('change');

/** What a comparison found: a part with its change, or one that both texts have. */
export interface WithChange {
  readonly [change]?: Change;
}
