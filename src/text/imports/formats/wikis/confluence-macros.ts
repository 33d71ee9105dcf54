import { element, isElement, type HtmlElement } from '../../../markdown/html-tree.ts';
import { attributeOf, pageIn, partOf, plainText, type StorageWriting } from './confluence-parts.ts';
import { asText } from './written-export.ts';

/** What a macro uses to write itself. */
export interface MacroWriting extends StorageWriting {
  /** The parts of an element as HTML. */
  readonly inside: (node: HtmlElement) => string;
  /** The text of another page as HTML. */
  readonly storage: (text: string) => string;
}

/** Boxes, and the styles of those that are alike in other tools. */
const boxes: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'warning',
  tip: 'tip',
  warning: 'danger',
  panel: 'info',
};

/** Macros of which only the text in them is a part of a page. */
const transparent: ReadonlySet<string> = new Set([
  'section',
  'column',
  'excerpt',
  'div',
  'span',
  'details',
  'center',
  'multiexcerpt',
  'align',
]);

/** Macros that show what the pages here have by themselves. */
const superfluous: ReadonlySet<string> = new Set([
  'toc',
  'toc-zone',
  'livesearch',
  'pagetreesearch',
  'navmap',
  'index',
]);

const codeMacros: ReadonlySet<string> = new Set(['code', 'noformat']);

/** The language of code, by what Confluence calls it. */
const languages: Readonly<Record<string, string>> = { 'c#': 'csharp', none: 'text', plain: 'text', yml: 'yaml' };

/** Deeper includes of pages in pages are named. */
const maxIncludes = 3;

/** Writes a macro as HTML; one that nothing expresses as the text in it, and it is named. */
export function macroHtml(node: HtmlElement, writing: MacroWriting): string {
  const name = attributeOf(node, 'ac:name').toLowerCase();
  const parameters = parametersOf(node);
  const parameter = (key: string) => {
    const found = parameters.get(key);
    return found ? plainText(found).trim() : '';
  };
  const rich = partOf(node, 'ac:rich-text-body');
  const body = () => (rich ? writing.inside(rich) : '');
  const plain = partOf(node, 'ac:plain-text-body');
  const title = asText(parameter('title'));
  const style = boxes[name];
  if (style !== undefined) return boxHtml(style, title, body());
  if (codeMacros.has(name)) {
    const asked = parameter('language').toLowerCase();
    const language = languages[asked] ?? (asked || 'text');
    const code = `<pre><code class="language-${asText(language)}">${asText(plain ? plainText(plain) : '')}\n</code></pre>`;
    return title === '' ? code : `<p><strong>${title}</strong></p>${code}`;
  }
  if (name === 'excerpt' && parameter('hidden') === 'true') return '';
  if (transparent.has(name)) return body();
  if (superfluous.has(name)) return body();
  switch (name) {
    case 'expand':
      return `<details><summary>${title || 'More'}</summary>${body()}</details>`;
    case 'status':
      return `<code>${title || asText(parameter('colour'))}</code>`;
    case 'anchor':
      return `<a name="${asText((parameter('') || parameter('0')).replaceAll(/\s+/g, ''))}"></a>`;
    case 'quote':
      return `<blockquote>${body()}</blockquote>`;
    case 'children':
      return writing.listBelow(titleIn(parameters.get('page')), parameter('all') === 'true');
    case 'pagetree':
      return writing.listBelow(titleIn(parameters.get('root')), true);
    case 'include':
    case 'excerpt-include':
      return includedHtml(name, titleIn(parameters.get('')) || parameter(''), writing);
    case 'mathblock':
    case 'mathdisplay':
      return `<p><script type="math/tex; mode=display">${mathOf(plain, parameter)}</script></p>`;
    case 'mathinline':
      return `<script type="math/tex">${mathOf(plain, parameter)}</script>`;
    default:
      return (
        embedHtml(name, parameters, writing) ??
        missed(name, rich ? body() : asText(plain ? plainText(plain) : ''), writing)
      );
  }
}

/** Writes a macro that shows a file or something of another server as a link to it; null for others and when it names none. */
function embedHtml(
  name: string,
  parameters: ReadonlyMap<string, HtmlElement>,
  { fileAddress }: StorageWriting,
): string | null {
  switch (name) {
    case 'view-file':
    case 'viewpdf':
    case 'multimedia': {
      const file = partOf(parameters.get('name') ?? nothing, 'ri:attachment') ?? nothing;
      const fileName = attributeOf(file, 'ri:filename');
      const address = fileAddress(fileName, pageIn(file)?.title ?? '');
      return address === null ? null : `<p><a href="${asText(address)}">${asText(fileName)}</a></p>`;
    }
    case 'widget':
    case 'iframe': {
      const url = parameters.get('url') ?? parameters.get('src') ?? nothing;
      const address = asText(attributeOf(partOf(url, 'ri:url') ?? nothing, 'ri:value') || plainText(url).trim());
      return address === '' ? null : `<p><a href="${address}">${address}</a></p>`;
    }
    case 'jira': {
      const key = parameters.get('key');
      return key ? `<code>${asText(plainText(key).trim())}</code>` : null;
    }
    default:
      return null;
  }
}

const nothing = element('div', []);

function missed(name: string, html: string, { miss }: StorageWriting): string {
  miss(name);
  return html;
}

const parametersOf = (node: HtmlElement): ReadonlyMap<string, HtmlElement> =>
  new Map(
    node.children
      .filter(isElement)
      .filter(({ tagName }) => tagName === 'ac:parameter' || tagName === 'ac:default-parameter')
      .map((part) => [attributeOf(part, 'ac:name'), part]),
  );

const boxHtml = (style: string, title: string, body: string) =>
  `<div class="admonition ${style}">${title === '' ? '' : `<p class="admonition-title">${title}</p>`}${body}</div>`;

const titleIn = (part: HtmlElement | undefined) => (part ? (pageIn(part)?.title ?? '') : '');

const mathOf = (plain: HtmlElement | undefined, parameter: (key: string) => string) =>
  (plain ? plainText(plain) : parameter('body') || parameter('')).replaceAll('</', '< /');

/** The text of another page, or its excerpt in a box. */
function includedHtml(name: string, title: string, writing: MacroWriting): string {
  const part = name === 'include' ? 'page' : 'excerpt';
  const storage = writing.depth < maxIncludes ? writing.textOf(title, part) : null;
  if (storage === null) return missed(`${name} of ${title === '' ? 'a page' : title}`, '', writing);
  const html = writing.storage(storage);
  return part === 'page' ? html : boxHtml('info', asText(title), html);
}

/** The excerpt of a text; null when it has none. */
export function excerptIn(storage: string): string | null {
  const start = /<ac:(?:structured-)?macro\b[^<>]{0,500}\bac:name="excerpt"[^<>]{0,500}>/.exec(storage);
  if (!start) return null;
  const from = start.index + start[0].length;
  let depth = 1;
  for (const { 0: tag, index } of storage
    .slice(from)
    .matchAll(/<(\/?)ac:(?:structured-)?macro\b[^<>]{0,500}?(\/?)>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > 0) continue;
    const inner = storage.slice(from, from + index);
    return /<ac:rich-text-body>([^]*)<\/ac:rich-text-body>/.exec(inner)?.[1] ?? null;
  }
  return null;
}
