/** How often something happened on a day. */
export interface DayCount {
  readonly siteId: string;
  /** Start of the day in UTC, as an instant: `2026-01-31T00:00:00.000Z`. */
  readonly dayAt: string;
  readonly count: number;
}

export interface PageViewCount extends DayCount {
  readonly spaceId: string;
  readonly pageId: string;
}

export interface MissedSearchCount extends DayCount {
  readonly query: string;
}

/** What has been counted since it was taken last. */
export interface TakenCounts {
  readonly pageViews: readonly PageViewCount[];
  readonly missedSearches: readonly MissedSearchCount[];
}

/** Maximum number of different pages, and of different searches, that are counted before they are taken. */
const maxPages = 20_000;
const maxSearches = 1_000;

/** Maximum length of the words of a search, in characters. */
const maxQueryLength = 200;

const addTo = (counts: Map<string, number>, max: number, key: readonly string[], amount = 1): void => {
  const name = JSON.stringify(key);
  const known = counts.get(name);
  if (known !== undefined || counts.size < max) counts.set(name, (known ?? 0) + amount);
};

const listOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, count]) => [JSON.parse(name) as readonly string[], count] as const);

/**
 * Counts in memory which pages are read and which searches find nothing. It knows neither who asks nor when, but for the day.
 * Beyond its limits, what is new is not counted.
 */
export class SiteCounts {
  #pageViews = new Map<string, number>();
  #missedSearches = new Map<string, number>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  addPageView({ siteId, spaceId, pageId }: Omit<PageViewCount, 'count' | 'dayAt'>): void {
    addTo(this.#pageViews, maxPages, [siteId, this.#day(), spaceId, pageId]);
  }

  /** Counts a search without results. Searches that differ in spaces and capital letters are the same. */
  addMissedSearch({ siteId, query }: Omit<MissedSearchCount, 'count' | 'dayAt'>): void {
    const words = query.toWellFormed().replaceAll('\0', '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
    if (words !== '') addTo(this.#missedSearches, maxSearches, [siteId, this.#day(), words.slice(0, maxQueryLength)]);
  }

  /** Returns what has been counted, and begins at zero. */
  take(): TakenCounts {
    const pageViews = listOf(this.#pageViews).map(([[siteId = '', dayAt = '', spaceId = '', pageId = ''], count]) => ({
      siteId,
      dayAt,
      spaceId,
      pageId,
      count,
    }));
    const missedSearches = listOf(this.#missedSearches).map(([[siteId = '', dayAt = '', query = ''], count]) => ({
      siteId,
      dayAt,
      query,
      count,
    }));
    this.#pageViews = new Map();
    this.#missedSearches = new Map();
    return { pageViews, missedSearches };
  }

  /** Adds what was taken and could not be stored, within the limits. */
  putBack({ pageViews, missedSearches }: TakenCounts): void {
    for (const { siteId, dayAt, spaceId, pageId, count } of pageViews)
      addTo(this.#pageViews, maxPages, [siteId, dayAt, spaceId, pageId], count);
    for (const { siteId, dayAt, query, count } of missedSearches)
      addTo(this.#missedSearches, maxSearches, [siteId, dayAt, query], count);
  }

  #day(): string {
    return `${this.#now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  }
}
