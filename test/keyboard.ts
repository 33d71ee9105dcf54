import type { Page } from 'playwright-core';

/** A place where the focus stops: its place in the document, its words, and what is wrong with it. */
export interface Stop {
  readonly at: string;
  readonly words: string;
  readonly wrong: string | null;
}

/** Most stops of a page. */
const maxStops = 1_000;

/** Where the focus is; null outside of the page. */
const readStop = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active === document.documentElement) return null;
    const find = (): string | null => {
      if (!active.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'invisible';
      // The link of a card is the whole card.
      const seen = (active.matches('.card-target') && active.closest('li')) || active;
      const box = seen.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left < 1 || bottom - top < 1) return 'outside of the window';
      const style = getComputedStyle(active);
      if (style.outlineStyle === 'none' && style.boxShadow === 'none') {
        const after = getComputedStyle(active, '::after');
        const isField = active.matches('input, textarea, [role=tabpanel]');
        if (after.outlineStyle === 'none' && !isField) return 'without a mark';
      }
      // A link of several lines has room between them.
      const shares = [0.5, 0.1, 0.9];
      const points = shares.flatMap((x) =>
        shares.map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
      );
      return points.some((one) => one !== null && seen.contains(one)) ? null : 'covered';
    };
    const isRadio = active instanceof HTMLInputElement && active.type === 'radio';
    const place = [...document.querySelectorAll('*')].indexOf(active);
    return {
      at: isRadio ? active.name : String(place),
      words: (active.getAttribute('aria-label') ?? active.textContent ?? '').trim().slice(0, 40) || active.tagName,
      wrong: find(),
    };
  });

/** Presses a key until the focus leaves the page or comes back to where it began, and lists its stops. */
async function walkBy(page: Page, key: string): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < maxStops) {
    await page.keyboard.press(key);
    const stop = await readStop(page);
    if (stop === null || stop.at === stops[0]?.at) break;
    stops.push(stop);
  }
  return stops;
}

/** Walks through a page by Tab alone, from its start to its end and back. */
export async function walkByKeys(page: Page): Promise<{ readonly forward: Stop[]; readonly back: Stop[] }> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const forward = await walkBy(page, 'Tab');
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
  });
  const back = await walkBy(page, 'Shift+Tab');
  return { forward, back: back.toReversed() };
}
