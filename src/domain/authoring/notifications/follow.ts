import type { Context } from '../../core/context.ts';
import type { EventBatches } from '../../core/streams/answers.ts';
import { momentsOf } from '../../core/streams/moments.ts';
import { inStreamTurn } from '../../core/streams/turns.ts';
import { getViewer, type User } from '../../people/users/users.ts';

/**
 * Returns the caller at once, and again after each change of their newest notifications, also by another device. Throws, at the
 * start or later, unauthenticated when the token ends.
 */
export async function followNotifications(outer: Context): Promise<EventBatches<User>> {
  const { id } = await getViewer(outer);
  return viewersOf(outer, id);
}

async function* viewersOf(outer: Context, id: string): AsyncGenerator<[User], void, undefined> {
  let shown: string | null = null;
  for await (const state of momentsOf(outer, outer.watches.notifications.open(id))) {
    const viewer = await inStreamTurn(outer, getViewer);
    if (state === null || state === shown) continue;
    shown = state;
    yield [viewer];
  }
}
