import { html, noHtml, type Safe } from '../../lib/html.ts';
import type { TreePage } from '../../domain/authoring/content/page.ts';
import { ownAddresses } from '../../domain/publishing/addresses/address.ts';
import { servesAgents } from '../../domain/publishing/published-pages/offers.ts';
import { loadTranslatedPlaces } from '../../domain/publishing/published-pages/languages.ts';
import { pageIn, publishedPageUrl, type Place } from '../../domain/publishing/published-pages/place.ts';
import { loadPublishedMarkdown } from '../../domain/publishing/published-pages/published-markdown.ts';
import { answerText, cacheHeaders, type ReaderAnswer } from '../answer.ts';
import type { Reading } from '../reading.ts';
import type { TextName } from '../route.ts';
import { localeTag, siteTitle } from '../shell/frame.ts';
import { noRobots, writeRobotRules } from './robots.ts';
import { writeLlms, writeLlmsFull } from './llms.ts';
import { writeOpenSearch } from './open-search.ts';
import { writeXml } from './xml.ts';

interface MachineAnswer {
  readonly answer: ReaderAnswer;
  readonly mayKeep: boolean;
}

/** Answers a text for machines. Null where the site offers none. */
export async function answerMachine(reading: Reading, place: Place, name: TextName): Promise<MachineAnswer | null> {
  const headers = cacheHeaders(reading.audience);
  const make = (type: string, text: string): MachineAnswer => ({
    answer: answerText({ type, text, headers }),
    mayKeep: true,
  });
  switch (name) {
    case 'llms.txt':
      return servesAgents(place) ? make('text/plain', writeLlms(place, isOfSite(reading, place))) : null;
    case 'llms-full.txt':
      return servesAgents(place)
        ? make(
            'text/plain',
            await writeLlmsFull(place, (page) => loadPublishedMarkdown(reading.ctx, place, pageIn(place, page))),
          )
        : null;
    case 'robots.txt':
      return make('text/plain', writeRobots(place));
    case 'sitemap.xml':
      return place.site.visibility === 'public'
        ? make(
            'application/xml',
            isOfSite(reading, place) ? writeSitemapIndex(place) : await writeSitemap(reading, place),
          )
        : null;
    case 'updates.atom':
      return make('application/atom+xml', writeAtom(place));
    case 'opensearch.xml':
      return make('application/opensearchdescription+xml', writeOpenSearch(place));
  }
}

const shownDocuments = ({ documents }: Place) => documents.filter(({ hidden }) => !hidden);

function writeRobots(place: Place): string {
  if (place.site.visibility !== 'public') return noRobots;
  const sitemaps = [...new Set(place.urls.values())].map((url) => `${url}sitemap.xml`);
  return writeRobotRules({ sitemaps, hiddenFromAgents: servesAgents(place) ? [] : ['/'] });
}

/** URLs of the other parts of the site, for the texts at its root, which name them. */
const listOthers = ({ url, urls }: Place): string[] => [...new Set(urls.values())].filter((one) => one !== url);

/** Whether the text of the whole site is asked for: at its root, where a part of it is as well. */
const isOfSite = ({ visit }: Reading, place: Place): boolean =>
  place.url === place.homeUrl && visit.page[0] !== ownAddresses && listOthers(place).length > 0;

/** The sitemaps of the parts of a site. */
const writeSitemapIndex = (place: Place): string =>
  writeXml(
    html`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"> ${[
      `${place.url}${ownAddresses}/sitemap.xml`,
      ...listOthers(place).map((url) => `${url}sitemap.xml`),
    ].map((url) => html`<sitemap><loc>${url}</loc></sitemap> `)}</sitemapindex>`,
  );

/** The pages of a space that search engines may index, with their translations. */
async function writeSitemap({ ctx, visit }: Reading, place: Place): Promise<string> {
  const places = await loadTranslatedPlaces(ctx, place, visit);
  const entries = shownDocuments(place)
    .filter(({ noIndex, noRobotsIndex }) => !noIndex && !noRobotsIndex)
    .map(
      (page) =>
        html`<url
          ><loc>${publishedPageUrl(place, page) ?? place.url}</loc
          ><lastmod>${page.updatedAt.slice(0, 10)}</lastmod>${writeLanguages(places, page)}</url
        > `,
    );
  return writeXml(
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"> ${entries}</urlset>`,
  );
}

/** The addresses of a page in all its languages. */
function writeLanguages(places: readonly (readonly [string, Place])[], { id }: TreePage): Safe[] {
  const known = places.flatMap(([language, place]) => {
    const page = place.pages.get(id);
    const url = page?.type === 'document' && !page.hidden ? publishedPageUrl(place, page) : null;
    return url === null ? [] : [{ language: localeTag(language), url }];
  });
  if (known.length < 2) return [];
  return known.map(({ language, url }) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${url}" />`);
}

/** Number of pages in a feed. */
const maxFeedEntries = 50;

/** The pages that changed last, newest first. */
function writeAtom(place: Place): string {
  const pages = shownDocuments(place)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, maxFeedEntries);
  const title = siteTitle(place);
  const entries = pages.map((page) => {
    const url = publishedPageUrl(place, page) ?? place.url;
    const about = page.description === null ? noHtml : html`<summary>${page.description}</summary>`;
    return html`<entry
      ><id>urn:octavo:${page.id}</id><title>${page.title}</title><link href="${url}" /><updated
        >${toInstant(page.updatedAt)}</updated
      >${about}</entry
    > `;
  });
  return writeXml(
    html`<feed xmlns="http://www.w3.org/2005/Atom"
    ><id>${place.url}</id><title>${title}</title><link href="${place.url}" /><link
      rel="self"
      href="${place.url}~/updates.atom"
    /><updated>${toInstant(pages[0]?.updatedAt ?? place.revision.createdAt)}</updated
    ><author><name>${title}</name></author> ${entries}</feed
  >`,
  );
}

const toInstant = (time: string) => new Date(time).toISOString();
