import { html, noHtml, type Safe } from '../../lib/html.ts';
import { offersAssistants, offersMarkdown, offersTools } from '../../domain/publishing/published-pages/offers.ts';
import { fillWord } from '../../text/words/words.ts';
import { siteTitle, type Frame } from './frame.ts';
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

/** Editors that connect to tools by a link. */
const editors = [
  {
    name: 'Cursor',
    link: (name: string, url: string) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(Buffer.from(JSON.stringify({ url })).toString('base64'))}`,
  },
  {
    name: 'VS Code',
    link: (name: string, url: string) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
  },
] as const;

/** The address of the tools of the site, with links that connect editors to it; nothing where the site does not offer them. */
export function renderConnection({ place, words }: Frame): Safe {
  if (!offersTools(place)) return noHtml;
  const url = `${place.homeUrl}~/mcp`;
  const links = editors.map(
    ({ name, link }) =>
      html`<a href="${link(siteTitle(place), url)}" rel="nofollow">${fillWord(words.openIn, { name })}</a>`,
  );
  return html`<details class="connect"><summary>${words.connectAssistant}</summary><figure class="code"><pre><code>${url}</code></pre></figure><p class="meta">${links}</p></details>`;
}
