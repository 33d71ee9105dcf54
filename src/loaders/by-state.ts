import DataLoader from 'dataloader';
import type { ContentState } from '../db/content/states.ts';

/** An entry of a state, by id. */
interface EntryKey {
  readonly state: ContentState;
  readonly id: string;
}

/** Keys in one batch; more are split. */
const maxBatchSize = 1_000;

/** A loader of entries of states: one statement per state, however many entries. */
export function byState<Value>(load: (state: ContentState, ids: readonly string[]) => Promise<(id: string) => Value>) {
  return new DataLoader<EntryKey, Value, string>(
    async (keys) => {
      const states = new Map(keys.map(({ state }) => [state.id, state]));
      const found = new Map<string, (id: string) => Value>();
      await Promise.all(
        [...states.values()].map(async (state) => {
          const ids = keys.filter((key) => key.state.id === state.id).map(({ id }) => id);
          found.set(state.id, await load(state, ids));
        }),
      );
      return keys.map(({ state, id }) => found.get(state.id)?.(id) as Value);
    },
    { cacheKeyFn: ({ state, id }) => `${state.id} ${id}`, maxBatchSize },
  );
}
