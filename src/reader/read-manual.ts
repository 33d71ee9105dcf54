import { withQuery } from '../lib/query.ts';
import { createManualSearch, type ManualHit, type ManualHits } from '../domain/operations/manual/search-manual.ts';
import { readManualPage, type ManualPlace, type PlacedPage } from '../domain/operations/manual/manual-place.ts';
import { findByFileName, findByPath } from '../domain/publishing/published-pages/find-page.ts';
import { publishedPageUrl } from '../domain/publishing/published-pages/place.ts';
import { ownAddresses } from '../domain/publishing/addresses/address.ts';
import { pathIn } from '../domain/publishing/published-pages/targets.ts';
import { answerMoved, answerText, cacheHeaders, type ReaderAnswer } from './answer.ts';
import { answerMissing, answerStyle } from './answer-page.ts';
import { keepPage } from './kept-pages.ts';
import { writeLlms, writeLlmsFull } from './machine/llms.ts';
import { answerMarkdown, findMarkdownPage } from './machine/markdown.ts';
import { writeOpenSearch } from './machine/open-search.ts';
import { makeFrame } from './make-frame.ts';
import { makePage } from './make-page.ts';
import type { Showing } from './reading.ts';
import { routeReader, type TextName } from './route.ts';
import { answerHits, type SearchHit } from './search.ts';

/** The manual, ready to be read. */
export interface OpenedManual {
  readonly place: ManualPlace;
  /** Changes with the texts. */
  readonly digest: string;
  readonly search: (query: string) => ManualHits<PlacedPage>;
}

/** Opens the manual at its place. The words of its pages are indexed by the first search. */
export function openManual(place: ManualPlace, digest: string): OpenedManual {
  let search: OpenedManual['search'] | undefined;
  return { place, digest, search: (query) => (search ??= createManualSearch(place.documents))(query) };
}

/** Answers a request for an address of the manual, of which the segments below it are given. */
export async function readManual(
  { place, digest, search }: OpenedManual,
  showing: Showing,
  segments: readonly string[],
): Promise<ReaderAnswer> {
  const route = routeReader(segments);
  const showNothing = () => answerMissing(showing, frameOf(showing, place), segments);
  if (route.kind === 'search')
    return answerHits(showing, place, {
      find: (query) => {
        const { hits, leftOut } = search(query);
        return { hits: hits.map((hit) => toSearchHit(place, hit)), corrections: [], leftOut };
      },
      loadFrame: () => frameOf(showing, place),
    });
  if (route.kind === 'style') return answerStyle(showing, place, segments.at(-1));
  const at = segments[0] === ownAddresses ? null : (findByPath(place, segments) ?? findByFileName(place, segments));
  if (at?.kind === 'moved') return answerMoved(withQuery(at.url, showing.request.search), at.isPermanent);
  if (at?.kind === 'page') {
    const key = JSON.stringify(['manual', place.url, at.page.id]);
    return keepPage(key, { version: digest, now: null }, () =>
      makePage(showing, place, { page: at.page, loaded: readManualPage(place, at.page) }),
    );
  }
  if (route.kind === 'text') return (await answerMachine(showing, place, route.name)) ?? showNothing();
  const page = route.kind === 'markdown' ? findMarkdownPage(place, route.slugs) : null;
  if (page === null) return showNothing();
  return answerMarkdown(place, { page, markdown: page.source.markdown, audience: showing.audience });
}

const frameOf = (showing: Showing, place: ManualPlace) =>
  makeFrame(showing, place, { page: null, hrefs: new Map(), languages: [] });

function toSearchHit(place: ManualPlace, { page, section }: ManualHit<PlacedPage>): SearchHit {
  const path = pathIn(publishedPageUrl(place, page) ?? place.url);
  const href = section.anchor === null ? path : `${path}#${encodeURIComponent(section.anchor)}`;
  return { title: page.title, href, space: null, section };
}

/** The texts for machines that need no dates. Null for the others. */
async function answerMachine({ audience }: Showing, place: ManualPlace, name: TextName): Promise<ReaderAnswer | null> {
  const answer = (type: string, text: string) => answerText({ type, text, headers: cacheHeaders(audience) });
  switch (name) {
    case 'llms.txt':
      return answer('text/plain', writeLlms(place));
    case 'llms-full.txt':
      return answer('text/plain', await writeLlmsFull(place, async ({ source }) => source.markdown));
    case 'opensearch.xml':
      return answer('application/opensearchdescription+xml', writeOpenSearch(place));
    case 'robots.txt':
    case 'sitemap.xml':
    case 'updates.atom':
      return null;
  }
}
