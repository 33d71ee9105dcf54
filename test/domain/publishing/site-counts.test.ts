import { describe, expect, it } from 'vitest';
import { SiteCounts } from '../../../src/domain/publishing/statistics/counts.ts';

const counts = () => new SiteCounts(() => new Date('2026-01-31T23:59:59.000Z'));

describe('what readers of sites do', () => {
  it('is counted together where it is the same, by day, and from zero when it is taken', () => {
    const counted = counts();
    const page = { siteId: 'site_1', spaceId: 'spc_1', pageId: 'pg_1' };
    counted.addPageView(page);
    counted.addPageView(page);
    counted.addMissedSearch({ siteId: 'site_1', query: ' Two\t WORDS ' });
    counted.addMissedSearch({ siteId: 'site_1', query: 'two words' });
    counted.addMissedSearch({ siteId: 'site_1', query: '\0 \uD800' });
    const dayAt = '2026-01-31T00:00:00.000Z';
    const taken = counted.take();
    expect(taken.pageViews).toEqual([{ ...page, dayAt, count: 2 }]);
    expect(taken.missedSearches).toEqual([
      { siteId: 'site_1', dayAt, query: 'two words', count: 2 },
      { siteId: 'site_1', dayAt, query: '\uFFFD', count: 1 },
    ]);
    expect(counted.take()).toEqual({ pageViews: [], missedSearches: [] });
    counted.putBack(taken);
    counted.addPageView(page);
    expect(counted.take().pageViews).toEqual([{ ...page, dayAt, count: 3 }]);
  });

  it('is counted up to a bound, whatever an attacker asks', () => {
    const counted = counts();
    for (let at = 0; at < 30_000; at += 1) {
      counted.addPageView({ siteId: 'site_1', spaceId: 'spc_1', pageId: String(at) });
      counted.addMissedSearch({ siteId: 'site_1', query: `${at}${'x'.repeat(1_000)}` });
    }
    const { pageViews, missedSearches } = counted.take();
    expect([pageViews.length, missedSearches.length]).toEqual([20_000, 1_000]);
    expect(missedSearches[0]?.query).toHaveLength(200);
  });
});
