import { counted } from '../../../../lib/counted.ts';
import { describeLines, lineFinder } from '../lines.ts';
import { readFrontMatter } from '../../../markdown/front-matter.ts';
import { withheldBy, type Withheld } from '../withheld.ts';
import { asText } from './written-export.ts';

/** The lines that Wiki.js writes above each page of its storage, in this order. Their values are not escaped. */
const fields =
  'title: ([^\\n]*)\\ndescription: ?([^\\n]*)\\npublished: (true|false)\\ndate: [^\\n]*\\ntags:[^\\n]*\\neditor: [^\\n]*\\ndateCreated: [^\\n]*\\n';

const inMarkdown = new RegExp(`^---\\n${fields}---\\n`);
const inHtml = new RegExp(`^\\s{0,9}<!--\\n${fields}-->\\s{0,9}`);

/** Whether the text of a page is one of the storage of Wiki.js. https://docs.requarks.io/storage */
export const isWikiPage = (text: string): boolean => inMarkdown.test(text) || inHtml.test(text);

/** Quotes a title or description that is no YAML as it is written, such as one with a colon. The lines stay where they are. */
export function withWikiFields(text: string): string {
  const [whole, title = '', description = ''] = inMarkdown.exec(text) ?? [];
  if (whole === undefined) return text;
  const read = readFrontMatter(whole);
  if (
    read.warning === undefined &&
    (read.title ?? '') === title.trim() &&
    (read.description ?? '') === description.trim()
  )
    return text;
  const quoted = whole
    .replace(/^title: .*$/m, () => `title: ${JSON.stringify(title)}`)
    .replace(/^description:.*$/m, () => `description: ${JSON.stringify(description)}`);
  return `${quoted}${text.slice(whole.length)}`;
}

/** Names the drawings of a page, which are code that no reader reads. */
export function describeDrawings(text: string): string[] {
  if (!isWikiPage(text)) return [];
  const lineAt = lineFinder(text);
  const lines = [...text.matchAll(/^```(?:diagram|kroki|asciinema)\b[^\n]*$/gm)].map(({ index }) => lineAt(index));
  return lines.length === 0
    ? []
    : [`${counted(lines.length, 'drawing stays', 'drawings stay')} as written: ${describeLines(lines)}`];
}

/** A page in HTML with what the comment above it says: its title, its description in its head, and how it is kept from readers. */
export function withWikiHead(html: string): WikiHead {
  const [whole, title = '', description = '', published] = inHtml.exec(html) ?? [];
  if (whole === undefined) return { html };
  const head = `<meta name="description" content="${asText(description)}">`;
  return {
    html: `<html><head>${head}</head><body>${html.slice(whole.length)}</body></html>`,
    title,
    ...(published === 'false' && { withheld: withheldBy('draft', 'published: false') }),
  };
}

interface WikiHead {
  readonly html: string;
  readonly title?: string;
  readonly withheld?: Withheld;
}
