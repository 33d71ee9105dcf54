import type { Locator } from 'playwright-core';
import { until } from '../until.ts';

/**
 * Drags an element to a share of the height of another, and drops it once `mark`, by which the page says that it would take it there, is
 * shown: a busy page hears of a drag after some moves only.
 */
export async function dragOnto(source: Locator, target: Locator, share: number, mark: Locator): Promise<void> {
  const { mouse } = source.page();
  await source.hover();
  await mouse.down();
  let moves = 0;
  await until(
    async () => {
      const { x, y, height } = (await target.boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await mouse.move(x + 90 + ((moves += 1) % 2), y + height * share);
      return mark.count();
    },
    (shown) => shown > 0,
  );
  await mouse.up();
}
