import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import type { ShownPage, ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { splitFrontMatter } from '../../text/markdown/front-matter.ts';
import { siteTitle } from '../shell/frame.ts';
import { wordsFor } from '../../text/words/words.ts';
import { markdownPath } from '../shell/markdown-path.ts';

/**
 * The pages of a space as https://llmstxt.org proposes, with links to their Markdown. The text of a whole site, at its root, also
 * names those of its other parts.
 */
export function writeLlms(place: ShownPlace, isOfSite = false): string {
  const origin = new URL(place.url).origin;
  const lines: string[] = [`# ${oneLine(siteTitle(place))}`, ''];
  const write = (pages: readonly ShownPage[], depth: number) => {
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
  if (isOfSite) lines.push('', `## ${wordsFor(place.language).sections}`, '', ...listParts(place));
  return `${lines.join('\n')}\n`;
}

/** The other parts of a site with links to their own lists. */
function listParts({ structure, siteSpace, urls }: ShownPlace): string[] {
  return structure.siteSpaces.flatMap(({ id, section, space }) => {
    const url = urls.get(id);
    const name = [section?.title, space.title].filter((part) => part !== undefined).map(oneLine);
    return id === siteSpace.id || url === undefined ? [] : [`- [${[...new Set(name)].join(', ')}](${url}llms.txt)`];
  });
}

/** A text without line breaks. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Maximum length of all texts in one, in characters. */
const maxFullCharacters = 2_000_000;

/** Number of texts that are read at once: a few statements for all of them, and few of them in memory. */
const pagesTogether = 20;

/** The texts of all pages in reading order. Ends with the address of the first page for which there was no room. */
export async function writeLlmsFull<Page extends ShownPage>(
  place: Pick<ShownPlace, 'url'> & { readonly documents: readonly Page[] },
  loadMarkdown: (page: Page) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  const shown = place.documents.filter(({ hidden }) => !hidden);
  let length = 0;
  for (let at = 0; at < shown.length; at += pagesTogether) {
    const pages = shown.slice(at, at + pagesTogether);
    const texts = await Promise.all(pages.map(loadMarkdown));
    for (const [index, page] of pages.entries()) {
      const url = publishedPageUrl(place, page) ?? place.url;
      const { body } = splitFrontMatter(texts[index] ?? '');
      const text = `# ${oneLine(page.title)}\n\nSource: ${url}\n\n${body.trim()}\n`;
      length += text.length;
      if (length > maxFullCharacters) return [...parts, `The rest is left out. Go on at ${url}\n`].join('\n');
      parts.push(text);
    }
  }
  return parts.join('\n');
}
