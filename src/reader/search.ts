import { html, noHtml, type Safe } from '../lib/html.ts';
import type { PageResult, SectionResult } from '../domain/authoring/search/search.ts';
import type { Place } from '../domain/publishing/published-pages/place.ts';
import type { ShownPlace } from '../domain/publishing/published-pages/shown.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import { publishedPageUrl } from '../domain/publishing/published-pages/place.ts';
import { searchSite } from '../domain/publishing/sites/search-site.ts';
import { answerText, cacheHeaders, type ReaderAnswer } from './answer.ts';
import { answerPage, loadFrame } from './answer-page.ts';
import { isCounted, type Reading, type Showing } from './reading.ts';
import { renderContents } from './shell/contents.ts';
import { renderDocument } from './shell/document.ts';
import type { Frame } from './shell/frame.ts';
import { maxQueryLength, renderSearchForm } from './shell/search-form.ts';
import { fillWord, wordsFor, type Words } from '../text/words/words.ts';

/** Maximum number of pages that are shown. */
const maxResults = 20;

/** A page that contains the words of a search, with its best section. */
export interface SearchHit {
  readonly title: string;
  readonly href: string;
  /** Title of the space, where it is another one than that of the search. */
  readonly space: string | null;
  readonly section: Pick<SectionResult, 'title' | 'excerpt'> | null;
}

/** The best pages of a search, with words that were read as others, and words that were left out. */
export interface SearchHits {
  readonly hits: readonly SearchHit[];
  readonly corrections: readonly { readonly given: string; readonly word: string }[];
  readonly leftOut: readonly string[];
}

const nothingFound: SearchHits = { hits: [], corrections: [], leftOut: [] };

type AnsweredQuery = SearchHits & { readonly query: string };

/** Answers a search in the spaces of a site that the visitor sees. */
export const answerSearch = (reading: Reading, place: Place): Promise<ReaderAnswer> =>
  answerHits(reading, place, {
    find: (query) => findHits(reading, place, query),
    loadFrame: () => loadFrame(reading, place),
    onMissed: (query) => countMissed(reading, place, query),
  });

/** Counts a search of a reader that has found nothing, for the owners of the site. */
export function countMissed({ parts, visit }: Reading, { site }: Place, query: string): void {
  if (isCounted(visit)) parts.counts.addMissedSearch({ siteId: site.id, query });
}

interface Searched {
  readonly find: (query: string) => SearchHits | Promise<SearchHits>;
  readonly loadFrame: () => Frame | Promise<Frame>;
  /** Called for a whole query that finds nothing. The dialog asks for parts of words. */
  readonly onMissed?: (query: string) => void;
}

/** Answers a search: a page, or JSON for the dialog. */
export async function answerHits(showing: Showing, place: ShownPlace, searched: Searched): Promise<ReaderAnswer> {
  const { request, parts } = showing;
  const query = (request.query['q'] ?? '').trim().slice(0, maxQueryLength);
  const wait = query === '' ? null : parts.countSearch(request.address);
  const found = query === '' || wait !== null ? nothingFound : await searched.find(query);
  if (query !== '' && wait === null && found.hits.length === 0 && !request.wantsJson) searched.onMissed?.(query);
  // A search names what its reader looks for, so no one keeps it.
  const headers = {
    ...cacheHeaders('visitor'),
    'x-robots-tag': 'noindex',
    ...(wait === null ? {} : { 'retry-after': String(wait) }),
  };
  const status = wait === null ? 200 : 429;
  if (request.wantsJson) {
    const notes = notesOn(found, wordsFor(place.language));
    return answerText({
      status,
      type: 'application/json',
      text: JSON.stringify(toJson({ ...found, query }, notes)),
      headers: { ...headers, vary: 'Accept, Cookie' },
    });
  }
  return answerPage(showing, place, {
    status,
    text: renderResults(await searched.loadFrame(), { ...found, query }, wait !== null),
    headers: { ...headers, vary: 'Accept, Cookie' },
  });
}

/** Finds pages in all spaces of the site that the visitor sees. */
export async function findHits({ ctx }: Reading, place: Place, query: string): Promise<SearchHits> {
  const results = await searchSite(ctx, place.site, { query, mode: 'all' }, { first: maxResults, after: null });
  const own = place.siteSpace.space.id;
  // The space that is read comes first.
  const spaces = results.items.toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
  const hits = spaces.flatMap(({ id, title, pages }) =>
    pages.flatMap((page) => {
      const href = findResultPath(place, id, page);
      return href === null
        ? []
        : [{ title: page.title, href, space: id === own ? null : title, section: page.sections[0] ?? null }];
    }),
  );
  const corrections = results.corrections.map(({ word, readAs }) => ({ given: word, word: readAs.join(', ') }));
  return { hits: hits.slice(0, maxResults), corrections, leftOut: results.leftOut };
}

function findResultPath(place: Place, spaceId: string, { id, path, sections }: PageResult): string | null {
  const siteSpace = place.structure.siteSpaces.find(({ space }) => space.id === spaceId);
  const base = siteSpace && place.urls.get(siteSpace.id);
  if (base === undefined) return null;
  const page = spaceId === place.siteSpace.space.id ? place.pages.get(id) : undefined;
  const url = (page && publishedPageUrl(place, page)) ?? `${base}${path.split('/').map(encodeURIComponent).join('/')}`;
  const anchor = sections[0]?.anchor;
  return anchor ? `${pathIn(url)}#${encodeURIComponent(anchor)}` : pathIn(url);
}

/** The results as the dialog reads them: excerpts are lists of texts, each second one of which is marked. */
const toJson = ({ query, hits, corrections, leftOut }: AnsweredQuery, notes: readonly string[]) => ({
  query,
  corrections,
  leftOut,
  notes,
  results: hits.map(({ title, href, space, section }) => ({
    title,
    href,
    space,
    section: section && section.title !== title ? section.title : null,
    excerpt: section ? splitExcerpt(section.excerpt) : [],
  })),
});

/** Splits an excerpt at its marks: the texts at odd places are marked. */
function splitExcerpt({ text, highlights }: SectionResult['excerpt']): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** What a reader is told of how a query was read. */
const notesOn = ({ corrections, leftOut }: SearchHits, words: Words): string[] => [
  ...corrections.map((correction) => fillWord(words.readAs, correction)),
  ...leftOut.map((word) => fillWord(words.leftOut, { word })),
];

function renderResults(frame: Frame, answered: AnsweredQuery, isRefused: boolean): string {
  const { words } = frame;
  const { query, hits } = answered;
  const title = query === '' ? words.search : fillWord(words.results, { query });
  const form = renderSearchForm(frame, query);
  const notes = notesOn(answered, words).map((note) => html`<p class="quiet">${note}</p>`);
  const none = isRefused ? words.tooMany : words.noResults;
  const contents = isRefused ? noHtml : renderContents(frame);
  const nothing = query !== '' && hits.length === 0 ? html`<div class="text"><p>${none}</p>${contents}</div>` : noHtml;
  return renderDocument(frame, {
    title,
    description: '',
    isIndexed: false,
    isSearch: true,
    main: html`<article><header class="head"><h1>${title}</h1></header>${form}${notes}${nothing}<ol class="results">${hits.map(renderHit)}</ol></article>`,
  });
}

function renderHit({ title, href, space, section }: SearchHit): Safe {
  const parts = section ? splitExcerpt(section.excerpt) : [];
  const excerpt = parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`));
  const where = [space, section && section.title !== title ? section.title : null]
    .filter((part) => part !== null)
    .join(' · ');
  return html`<li><h2><a href="${href}">${title}</a></h2>${where === '' ? noHtml : html`<p class="quiet">${where}</p>`}<p>${excerpt}</p></li>`;
}
