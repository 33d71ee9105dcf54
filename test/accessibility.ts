import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns the rules of axe that a page breaks, each with the first element that does. */
export async function listViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // The page runs it, where `axe` is a global name.
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`))',
  );
}
