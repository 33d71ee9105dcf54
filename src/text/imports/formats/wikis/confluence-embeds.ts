import { decodePercent } from '../../../../lib/percent.ts';
import { attributeOf, element, type HtmlElement } from '../../../markdown/html-tree.ts';
import { fileIn, partOf, plainText, type StorageWriting } from './confluence-parts.ts';
import { asText } from './written-export.ts';

const nothing = element('div', []);

/** Names of files that browsers show as pictures. */
const picture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

const linkTo = (address: string, label: string) => `<p><a href="${asText(address)}">${asText(label)}</a></p>`;

const pictureOf = (address: string, alt = '') => `<p><img src="${asText(address)}" alt="${asText(alt)}"></p>`;

/**
 * Writes a macro that shows files, a drawing, a person, an issue or something of another server: as links, or as the picture that the app has
 * stored beside the drawing. Null for others, and when it names none.
 */
export function embedHtml(
  name: string,
  parameters: ReadonlyMap<string, HtmlElement>,
  writing: StorageWriting,
): string | null {
  const part = (key: string) => parameters.get(key) ?? nothing;
  const text = (key: string) => plainText(part(key)).trim();
  switch (name) {
    case 'attachments':
      return listOf(writing.listFiles(), writing);
    case 'gallery':
      return writing
        .listFiles()
        .filter((file) => picture.test(file))
        .map((file) => pictureOf(writing.fileAddress(file, '') ?? ''))
        .join('');
    case 'profile':
    case 'profile-picture': {
      const user = partOf(parameters.get('user') ?? part('User'), 'ri:user');
      const key = user && (attributeOf(user, 'ri:userkey') || attributeOf(user, 'ri:account-id'));
      return key ? asText(writing.personName(key)) : null;
    }
    case 'contentbylabel': {
      const groups = labelsIn(text('cql'), text('labels') || text('label'));
      return (groups.length === 0 ? '' : writing.listLabelled(groups)) || null;
    }
    case 'blog-posts':
      return writing.listPosts() || null;
    case 'jira': {
      const query = text('jqlQuery') || text('jql');
      if (query !== '') writing.miss(name);
      const shown = text('key') || query;
      return shown === '' ? null : `<code>${asText(shown)}</code>`;
    }
    case 'ui-button':
      return urlIn(part('url')) === '' ? null : linkTo(urlIn(part('url')), text('title') || urlIn(part('url')));
    default:
      return (
        drawingHtml(text, writing) ?? fileHtml(parameters, writing) ?? (internal.has(name) ? null : remoteHtml(part))
      );
  }
}

/** The labels for which a list asks: pages have one of each group. */
function labelsIn(query: string, labels: string): string[][] {
  const namesIn = (list: string) =>
    list
      .split(',')
      .map((name) => name.replaceAll(/["'\s]/g, ''))
      .filter((name) => name !== '');
  const groups = [
    ...query.matchAll(/\blabel\s*(?:=|in)\s*(?:\(([^()]{1,500})\)|"([^"]{1,200})"|([\w-]{1,200}))/gi),
  ].map(([, list, quoted, word]) => namesIn(list ?? quoted ?? word ?? ''));
  const asked = groups.length === 0 ? [namesIn(labels)] : groups;
  return (/\bor\b/i.test(query) ? [asked.flat()] : asked).filter((names) => names.length > 0);
}

/** Writes the picture of a drawing of draw.io or Gliffy; null for what is none. */
function drawingHtml(text: (key: string) => string, { fileAddress }: StorageWriting): string | null {
  const drawing = text('diagramName') || text('diagramDisplayName') || text('name');
  const address = drawing === '' ? null : fileAddress(`${drawing}.png`, '');
  return address === null ? null : pictureOf(address, drawing);
}

/** Writes a link to the file that a parameter names; null when none does. */
function fileHtml(parameters: ReadonlyMap<string, HtmlElement>, writing: StorageWriting): string | null {
  for (const parameter of parameters.values()) {
    const file = partOf(parameter, 'ri:attachment');
    const found = file && fileIn(file, writing);
    if (found && found.name !== '') return linkTo(found.address, found.name);
  }
  return null;
}

/** Macros whose address is that of a service, which shows nothing by itself. */
const internal: ReadonlySet<string> = new Set(['gadget', 'jirachart', 'jiraissues']);

/** Writes what a macro shows of another server; null when it has no address. */
function remoteHtml(part: (key: string) => HtmlElement): string | null {
  const url = urlIn(part('url')) || urlIn(part('src'));
  return /^https?:/i.test(url) ? cardHtml(url, asText(url)) : null;
}

/** Writes a card: what another site shows, or a link to a page. */
export const cardHtml = (address: string, label: string): string =>
  /^https?:/i.test(address)
    ? `<iframe src="${asText(address)}"></iframe>`
    : `<p><a href="${asText(address)}">${label}</a></p>`;

const urlIn = (parameter: HtmlElement) =>
  attributeOf(partOf(parameter, 'ri:url') ?? nothing, 'ri:value') || plainText(parameter).trim();

const listOf = (names: readonly string[], { fileAddress }: StorageWriting) => {
  const items = names.map((name) => `<li><a href="${asText(fileAddress(name, '') ?? '')}">${asText(name)}</a></li>`);
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
};

/** Writes a picture, or a link to a file that is none, such as a film. */
export function mediaHtml(source: string, { alt, width }: Readonly<Record<'alt' | 'width', string>>): string {
  const name = decodePercent(source.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
  if (/\.\w{2,5}$/.test(name) && !picture.test(name) && !/^https?:/i.test(source)) return linkTo(source, alt || name);
  const size = /^\d{1,4}$/.test(width) ? ` width="${width}"` : '';
  return `<img src="${asText(source)}" alt="${asText(alt)}"${size}>`;
}
