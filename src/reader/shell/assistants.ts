import { html, type Safe } from '../../lib/html.ts';
import { offersAssistants, offersMarkdown } from '../../domain/publishing/published-pages/offers.ts';
import { fillWord } from '../../text/words/words.ts';
import type { Frame } from './frame.ts';
import { markdownPath } from './markdown-path.ts';

/** AI services that begin a conversation with the text of a query. */
const assistants = [
  { name: 'ChatGPT', url: 'https://chatgpt.com/?q=' },
  { name: 'Claude', url: 'https://claude.ai/new?q=' },
] as const;

/** Links that open a page in AI services; none where the site does not offer them. */
export function renderAssistants({ place, words }: Frame, url: string): readonly Safe[] {
  if (!offersAssistants(place)) return [];
  const address = offersMarkdown(place) ? new URL(markdownPath(url), url).href : url;
  const prompt = encodeURIComponent(fillWord(words.askAbout, { url: address }));
  return assistants.map(
    ({ name, url: start }) =>
      html`<a href="${start}${prompt}" rel="nofollow noopener noreferrer" target="_blank">${fillWord(words.openIn, { name })}</a>`,
  );
}
