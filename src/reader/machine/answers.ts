import { html, noHtml, type Safe } from '../../lib/html.ts';
import type { Page } from '../../domain/authoring/content/page.ts';
import { loadTranslatedPlaces } from '../../domain/publishing/published-pages/languages.ts';
import { publishedPageUrl, type Place } from '../../domain/publishing/published-pages/place.ts';
import { loadVisibleMarkdown } from '../../domain/publishing/published-pages/load-text.ts';
import { splitFrontMatter } from '../../text/markdown/front-matter.ts';
import { answerText, cacheHeaders, type ReaderAnswer } from '../answer.ts';
import type { Reading } from '../reading.ts';
import type { TextName } from '../route.ts';
import { localeTag, siteTitle } from '../shell/frame.ts';
import { markdownPath } from '../shell/page.ts';

interface MachineAnswer {
  readonly answer: ReaderAnswer;
  readonly mayKeep: boolean;
}

/** Answers `<page>.md`: the text of a page as the visitor sees it, below what it is. Null without such a page. */
export async function answerMarkdown(
  { ctx, audience }: Reading,
  place: Place,
  slugs: readonly string[],
): Promise<ReaderAnswer | null> {
  if (place.settings.pageActions?.markdown === false) return null;
  const page = slugs.length === 0 ? place.documents[0] : place.documents.find(({ path }) => path === slugs.join('/'));
  if (page === undefined) return null;
  const { body } = splitFrontMatter(await loadVisibleMarkdown(ctx, page));
  const url = publishedPageUrl(place, page) ?? place.url;
  const facts = { title: page.title, ...(page.description === null ? {} : { description: page.description }), url };
  const front = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return answerText({
    type: 'text/markdown',
    text: `---\n${front.join('\n')}\n---\n\n${body.trimStart()}`,
    headers: { ...cacheHeaders(audience), link: `<${url}>; rel="canonical"`, 'x-robots-tag': 'noindex' },
  });
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
      return make('text/plain', writeLlms(place));
    case 'llms-full.txt':
      return make('text/plain', await writeLlmsFull(reading, place));
    case 'robots.txt':
      return make('text/plain', writeRobots(place));
    case 'sitemap.xml':
      return place.site.visibility === 'public' ? make('application/xml', await writeSitemap(reading, place)) : null;
    case 'updates.atom':
      return make('application/atom+xml', writeAtom(place));
    case 'opensearch.xml':
      return make('application/opensearchdescription+xml', writeOpenSearch(place));
  }
}

const shownDocuments = ({ documents }: Place) => documents.filter(({ hidden }) => !hidden);

/** The pages of a space as https://llmstxt.org proposes, with links to their Markdown. */
function writeLlms(place: Place): string {
  const origin = new URL(place.url).origin;
  const lines: string[] = [`# ${oneLine(siteTitle(place))}`, ''];
  const write = (pages: readonly Page[], depth: number) => {
    for (const page of pages) {
      if (page.hidden) continue;
      const url = page.type === 'document' ? publishedPageUrl(place, page) : null;
      if (page.type === 'group') lines.push('', `## ${oneLine(page.title)}`, '');
      if (url !== null) {
        const about = page.description === null ? '' : `: ${oneLine(page.description)}`;
        lines.push(`${'  '.repeat(depth)}- [${oneLine(page.title)}](${origin}${markdownPath(url)})${about}`);
      }
      write(page.pages ?? [], page.type === 'group' ? 0 : depth + 1);
    }
  };
  write(place.tree, 0);
  return `${lines.join('\n')}\n`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Maximum length of all texts in one, in characters. */
const maxFullCharacters = 2_000_000;

/** The texts of all pages in reading order. Ends with the address of the first page for which there was no room. */
async function writeLlmsFull({ ctx }: Reading, place: Place): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for (const page of shownDocuments(place)) {
    const url = publishedPageUrl(place, page) ?? place.url;
    // oxlint-disable-next-line no-await-in-loop -- one text after the other, so that few are in memory
    const { body } = splitFrontMatter(await loadVisibleMarkdown(ctx, page));
    const text = `# ${oneLine(page.title)}\n\nSource: ${url}\n\n${body.trim()}\n`;
    length += text.length;
    if (length > maxFullCharacters) {
      parts.push(`The rest is left out. Go on at ${url}\n`);
      break;
    }
    parts.push(text);
  }
  return parts.join('\n');
}

function writeRobots(place: Place): string {
  const isPublic = place.site.visibility === 'public';
  const rules = isPublic
    ? ['Allow: /', 'Disallow: /*~/search', '', `Sitemap: ${place.siteUrl}sitemap.xml`]
    : ['Disallow: /'];
  return `User-agent: *\n${rules.join('\n')}\n`;
}

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
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"> ${entries}</urlset>`.html}
`;
}

/** The addresses of a page in all its languages. */
function writeLanguages(places: readonly (readonly [string, Place])[], { id }: Page): Safe[] {
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
  return `<?xml version="1.0" encoding="UTF-8"?>
${
  html`<feed xmlns="http://www.w3.org/2005/Atom"
    ><id>${place.url}</id><title>${title}</title><link href="${place.url}" /><link
      rel="self"
      href="${place.url}~/updates.atom"
    /><updated>${toInstant(pages[0]?.updatedAt ?? place.revision.createdAt)}</updated
    ><author><name>${title}</name></author> ${entries}</feed
  >`.html
}
`;
}

const toInstant = (time: string) => new Date(time).toISOString();

/** Lets browsers search the site from their address bar. */
function writeOpenSearch(place: Place): string {
  const title = siteTitle(place);
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${title.slice(0, 16)}</ShortName><Description>${title}</Description><InputEncoding>UTF-8</InputEncoding><Url type="text/html" template="${place.url}~/search?q={searchTerms}" /></OpenSearchDescription>`.html}
`;
}
