import {
  attributeOf,
  element,
  isElement,
  parseHtmlFragment,
  type HtmlElement,
  type HtmlNode,
} from '../../../markdown/html-tree.ts';
import { embedHtml } from './confluence-embeds.ts';
import { pageIn, partOf, plainText, type StorageWriting } from './confluence-parts.ts';
import { asText } from './written-export.ts';

/** What a macro uses to write itself. */
export interface MacroWriting extends StorageWriting {
  /** The parts of an element as HTML. */
  readonly inside: (node: { readonly children: readonly HtmlNode[] }) => string;
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
  'ui-text-box': 'info',
};

/** Macros of which only the text in them is a part of a page. */
const transparent: ReadonlySet<string> = new Set([
  'excerpt',
  'div',
  'span',
  'details',
  'center',
  'multiexcerpt',
  'align',
  'ui-steps',
  'ui-step',
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

/** Groups of tabs, by several apps. The macros in them are the tabs. */
const tabGroups: ReadonlySet<string> = new Set([
  'ui-tabs',
  'auitabs',
  'aura-tab-collection',
  'deck',
  'localtabgroup',
  'tabs-group',
]);

/** Macros of which readers see what they do alone. */
const styling: ReadonlySet<string> = new Set(['css', 'javascript', 'script', 'style', 'stylesheet']);

/** Macros that show what is in them to some people alone, or to nobody without a secret. */
const guarded =
  /^(?:show|hide|visible|reveal)-?(?:if|to|from|for|when|unless)\b|secret|secur|crypt|restrict|visibility|private|confidential|password/;

const codeMacros: ReadonlySet<string> = new Set(['code', 'noformat']);

/** The language of code, by what Confluence calls it. */
const languages: Readonly<Record<string, string>> = { 'c#': 'csharp', none: 'text', plain: 'text', yml: 'yaml' };

/** Languages of diagrams and texts, by the macros of apps that draw them. */
const drawn = /^(?:\w{1,20}-)?(mermaid|plantuml|graphviz|markdown)(?:-\w{1,20})*$/;

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
  const isHidden = parameter('hidden') === 'true' || /display\s*:\s*none/i.test(parameter('style'));
  if (isHidden || guarded.test(name)) {
    writing.withhold(name);
    return '';
  }
  const rich = partOf(node, 'ac:rich-text-body');
  const body = () => (rich ? writing.inside(rich) : '');
  const plain = partOf(node, 'ac:plain-text-body');
  const title = asText(parameter('title'));
  const style = boxes[name];
  if (style !== undefined) return boxHtml(boxes[parameter('type')] ?? style, title, body());
  if (codeMacros.has(name)) {
    if (parameter('linenumbers') === 'true' && Number(parameter('firstline') || 1) !== 1)
      writing.miss(`firstline of ${name}`);
    return codeHtml(plain, parameter);
  }
  if (tabGroups.has(name)) return tabsHtml(rich, writing);
  if (transparent.has(name) || superfluous.has(name)) return body();
  switch (name) {
    case 'expand':
    case 'ui-expand':
      return `<details><summary>${title || 'More'}</summary>${body()}</details>`;
    case 'section':
      return `<div class="column-list">${body()}</div>`;
    case 'column':
      return `<div class="column"${/^\d{1,2}%$/.test(parameter('width')) ? ` style="width:${parameter('width')}"` : ''}>${body()}</div>`;
    case 'status':
      return `<code>${title || asText(parameter('colour'))}</code>`;
    case 'anchor':
      return `<a name="${asText((parameter('') || parameter('0')).replaceAll(/\s+/g, ''))}"></a>`;
    case 'quote':
      return `<blockquote>${body()}</blockquote>`;
    case 'html':
      return plain ? writing.inside(parseHtmlFragment(plainText(plain))) : '';
    case 'children':
      return writing.listBelow(titleIn(parameters.get('page')), parameter('all') === 'true');
    case 'pagetree':
      return writing.listBelow(titleIn(parameters.get('root')), true);
    case 'include':
    case 'excerpt-include':
      return includedHtml(name, titleIn(parameters.get('')) || parameter(''), {
        ...writing,
        excerpt: parameter('name'),
        isPlain: name === 'include' || parameter('nopanel') === 'true',
      });
    default:
      return (
        mathHtml(name, plain, parameter) ??
        embedHtml(name, parameters, writing) ??
        otherHtml(name, { rich, plain, title: title || asText(parameter('label')) }, writing)
      );
  }
}

/** Writes a macro that nothing expresses: its title and the text in it, as code when it is no rich text. */
function otherHtml(
  name: string,
  { rich, plain, title }: Readonly<Record<'rich' | 'plain', HtmlElement | undefined>> & { readonly title: string },
  writing: MacroWriting,
): string {
  const language = drawn.exec(name)?.[1];
  if (language === undefined || language === 'markdown' || !plain) writing.miss(name);
  if (rich) return `${title === '' ? '' : `<p><strong>${title}</strong></p>`}${writing.inside(rich)}`;
  const text = plain ? plainText(plain).trim() : '';
  if (text === '' || styling.has(name)) return '';
  return language === undefined && !text.includes('\n') ? `<code>${asText(text)}</code>` : preHtml(text, language);
}

const preHtml = (text: string, language = 'text') =>
  `<pre><code class="language-${asText(language)}">${asText(text)}\n</code></pre>`;

/** Writes code, with its title and the numbers of its lines, in a box that opens when it is folded. */
function codeHtml(plain: HtmlElement | undefined, parameter: (key: string) => string): string {
  const asked = parameter('language').toLowerCase();
  const code = preHtml(plain ? plainText(plain) : '', languages[asked] ?? (asked || 'text'));
  const title = asText(parameter('title'));
  const isNumbered = parameter('linenumbers') === 'true';
  const isFolded = parameter('collapse') === 'true';
  const name = title === '' || isFolded ? '' : `<span class="filename">${title}</span>`;
  const box =
    name === '' && !isNumbered
      ? code
      : `<div class="highlight${isNumbered ? ' line-numbers' : ''}">${name}${code}</div>`;
  return isFolded ? `<details><summary>${title || 'Code'}</summary>${box}</details>` : box;
}

function tabsHtml(rich: HtmlElement | undefined, writing: MacroWriting): string {
  const parts = rich?.children ?? [];
  const isTab = (part: HtmlNode): part is HtmlElement =>
    isElement(part) && /^ac:(?:structured-)?macro$/.test(part.tagName);
  const tabs = parts.filter(isTab);
  const labels = tabs.map((tab) => `<span role="tab">${asText(titleOf(parametersOf(tab)))}</span>`);
  const panels = tabs.map((tab) => {
    const text = partOf(tab, 'ac:rich-text-body');
    return `<div role="tabpanel">${text ? writing.inside(text) : ''}</div>`;
  });
  const others = writing.inside({ children: parts.filter((part) => !isTab(part)) });
  return `${others}<div class="tabs-container">${labels.join('')}${panels.join('')}</div>`;
}

/** What a macro is called. */
function titleOf(parameters: ReadonlyMap<string, HtmlElement>): string {
  const found = ['title', 'label', 'name', 'tabname'].map((key) => parameters.get(key)).find((part) => part);
  return found ? plainText(found).trim() : '';
}

const parametersOf = (node: HtmlElement): ReadonlyMap<string, HtmlElement> =>
  new Map(
    node.children
      .filter(isElement)
      .filter(({ tagName }) => tagName === 'ac:parameter' || tagName === 'ac:default-parameter')
      .map((part) => [attributeOf(part, 'ac:name'), part]),
  );

/** A box with a title. */
export const boxHtml = (style: string, title: string, body: string) =>
  `<div class="admonition ${style}">${title === '' ? '' : `<p class="admonition-title">${title}</p>`}${body}</div>`;

const nothing = element('div', []);
const titleIn = (part: HtmlElement = nothing) => pageIn(part)?.title ?? '';

/** Writes a formula; null for other macros. */
function mathHtml(name: string, plain: HtmlElement | undefined, parameter: (key: string) => string): string | null {
  if (!/math|^latex$/.test(name)) return null;
  const written = plain ? plainText(plain) : parameter('body') || parameter('equation') || parameter('');
  const tex = written
    .trim()
    .replaceAll(/^\${1,2}|\${1,2}$/g, '')
    .replaceAll('</', '< /');
  return /inline/.test(name)
    ? `<script type="math/tex">${tex}</script>`
    : `<p><script type="math/tex; mode=display">${tex}</script></p>`;
}

/** The text of another page, or its excerpt, in a box where it has one. */
function includedHtml(
  name: string,
  title: string,
  writing: MacroWriting & { readonly excerpt: string; readonly isPlain: boolean },
): string {
  const part = name === 'include' ? 'page' : 'excerpt';
  const storage = writing.depth < maxIncludes ? writing.textOf(title, part, writing.excerpt) : null;
  if (storage === null) {
    writing.miss(`${name} of ${title === '' ? 'a page' : title}`);
    return '';
  }
  const html = writing.storage(storage);
  return writing.isPlain ? html : boxHtml('info', asText(title), html);
}

/** The excerpt of a text with a name, or its first one; null when it has none. */
export function excerptIn(storage: string, name: string): string | null {
  const starts = [...storage.matchAll(/<ac:(?:structured-)?macro\b[^<>]{0,500}\bac:name="excerpt"[^<>]{0,500}>/g)];
  const excerpts = starts.slice(0, maxExcerpts).flatMap((start) => {
    const inner = macroFrom(storage, start.index + start[0].length);
    const text = inner === null ? undefined : /<ac:rich-text-body>([^]*)<\/ac:rich-text-body>/.exec(inner)?.[1];
    return inner === null || text === undefined ? [] : [{ head: inner.slice(0, inner.length - text.length), text }];
  });
  const named = excerpts.find(({ head }) => name !== '' && head.includes(`ac:name="name">${asText(name)}<`));
  return (named ?? excerpts[0])?.text ?? null;
}

/** More than any page has. */
const maxExcerpts = 50;

/** What is in a macro whose start tag ends at an offset; null when it does not end. */
function macroFrom(storage: string, from: number): string | null {
  let depth = 1;
  for (const { 0: tag, index } of storage
    .slice(from)
    .matchAll(/<(\/?)ac:(?:structured-)?macro\b[^<>]{0,500}?(\/?)>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth === 0) return storage.slice(from, from + index);
  }
  return null;
}
