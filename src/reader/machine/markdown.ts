import { publishedPageUrl } from '../../domain/publishing/published-pages/place.ts';
import type { ShownPage, ShownPlace } from '../../domain/publishing/published-pages/shown.ts';
import { splitFrontMatter } from '../../text/markdown/front-matter.ts';
import { answerText, cacheHeaders, type Audience, type ReaderAnswer } from '../answer.ts';

/** Finds the page whose Markdown is at a path. */
export function findMarkdownPage<Shown extends ShownPage>(
  { documents }: { readonly documents: readonly Shown[] },
  slugs: readonly string[],
): Shown | null {
  if (slugs.length === 0) return documents[0] ?? null;
  return documents.find(({ path }) => path === slugs.join('/')) ?? null;
}

interface MarkdownPage {
  readonly page: ShownPage;
  readonly markdown: string;
  readonly audience: Audience;
}

/** Answers `<page>.md`: the text of a page as the visitor sees it, below what it is. */
export function answerMarkdown(place: ShownPlace, { page, markdown, audience }: MarkdownPage): ReaderAnswer {
  const { body } = splitFrontMatter(markdown);
  const url = publishedPageUrl(place, page) ?? place.url;
  const facts = { title: page.title, ...(page.description === null ? {} : { description: page.description }), url };
  const front = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return answerText({
    type: 'text/markdown',
    text: `---\n${front.join('\n')}\n---\n\n${body.trimStart()}`,
    headers: { ...cacheHeaders(audience), link: `<${url}>; rel="canonical"`, 'x-robots-tag': 'noindex' },
  });
}
