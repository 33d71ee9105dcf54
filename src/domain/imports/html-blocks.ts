import { matches, select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { element, hasClass, type HtmlElement, type HtmlRoot, isElement, text } from './html-parser.ts';

/**
 * Turns, in place, what site generators make of boxes, tabs and titled code back into the blocks they were written as:
 * `{% hint %}`, `{% tabs %}`, `{% code %}`; and takes away what only a browser needs (copy buttons, line numbers).
 * Known: VitePress, Docusaurus, MkDocs and its Material theme, GitHub, Confluence.
 */
export function markBlocks(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isDecoration(node, parent)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    const style = hintStyle(node);
    if (style !== undefined) markHint(node, style);
    else if (hasClass(node, tabbed)) markTabs(node);
    else if (hasClass(node, ['highlighttable'])) unwrapLines(node);
    else if (hasClass(node, ['token-line'])) endLine(node);
    else markCodeTitle(node);
    return undefined;
  });
}

/** Undoes, inside the tags of blocks, the escapes that plain text gets: `{% tab title="a\_b" %}`. */
export const plainBlockTags = (markdown: string) =>
  markdown.replaceAll(/^[ \t>]*\{% (?:tab|code|hint) [^\n]{1,300}%\}$/gm, (tag) =>
    tag.replaceAll(/(?<=\w)\\_(?=\w)/g, '_'),
  );

const decorations = ['line-numbers-wrapper', 'visually-hidden', 'sr-only', 'linenos', 'aui-icon', 'toc-macro'];

const isDecoration = (node: HtmlElement, parent: { readonly type: string }) =>
  hasClass(node, decorations) ||
  // VitePress shows the language of code in its corner.
  (node.tagName === 'span' &&
    hasClass(node, ['lang']) &&
    parent.type === 'element' &&
    isCodeBox(parent as HtmlElement));

const isCodeBox = ({ tagName, properties }: HtmlElement) =>
  tagName === 'div' &&
  Array.isArray(properties.className) &&
  properties.className.some((name) => `${name}`.startsWith('language-'));

/** The words of all generators for the four kinds of hints. */
const styles: Readonly<Record<string, string>> = {
  info: 'info',
  note: 'info',
  information: 'info',
  secondary: 'info',
  abstract: 'info',
  important: 'info',
  seealso: 'info',
  tip: 'success',
  success: 'success',
  hint: 'success',
  check: 'success',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  failure: 'danger',
  bug: 'danger',
};

/** Confluence calls the yellow box note and the red one warning. */
const confluenceStyles: Readonly<Record<string, string>> = {
  information: 'info',
  note: 'warning',
  tip: 'success',
  warning: 'danger',
};

function hintStyle({ properties: { className } }: HtmlElement): string | undefined {
  if (!Array.isArray(className)) return undefined;
  const classes = className.map(String);
  const boxed = ['custom-block', 'admonition', 'theme-admonition', 'markdown-alert', 'confluence-information-macro'];
  if (!classes.some((name) => boxed.includes(name)) || classes.includes('details')) return undefined;
  for (const name of classes) {
    const confluence = /^confluence-information-macro-(\w+)$/.exec(name)?.[1];
    const word = /^(?:theme-admonition-|markdown-alert-)?(\w+)$/.exec(name)?.[1];
    const style = confluence === undefined ? styles[word ?? ''] : confluenceStyles[confluence];
    if (style !== undefined) return style;
  }
  return 'info';
}

const hintTitles =
  '.custom-block-title, .admonition-title, [class*=admonitionHeading], .markdown-alert-title, ' +
  '.confluence-information-macro > .title';

function markHint(box: HtmlElement, style: string): void {
  const heading = select(hintTitles, box);
  const title = heading ? toText(heading).trim() : '';
  if (heading) removeFrom(box, heading);
  const isOwn = title !== '' && styles[title.toLowerCase()] === undefined;
  const body = select('.confluence-information-macro-body, [class*=admonitionContent]', box)?.children ?? box.children;
  box.tagName = 'div';
  box.properties = {};
  box.children = [
    paragraph(`{% hint style="${style}" %}`),
    ...(isOwn ? [element('p', [element('strong', [text(title)])])] : []),
    ...body,
    paragraph('{% endhint %}'),
  ];
}

const tabbed = ['tabs-container', 'vp-code-group', 'tabbed-set'];

function markTabs(box: HtmlElement): void {
  const labels = selectAll('[role=tab], :scope > .tabs > label, :scope > .tabbed-labels > label', box).map((label) =>
    toText(label).trim(),
  );
  const panels = [
    ...selectAll('[role=tabpanel], :scope > .tabbed-content > .tabbed-block', box),
    ...selectAll(':scope > .blocks', box).flatMap(({ children }) => children.filter(isElement)),
  ];
  if (panels.length === 0 || panels.length !== labels.length) return;
  box.properties = {};
  box.children = [
    paragraph('{% tabs %}'),
    ...panels.flatMap((panel, index) => [
      paragraph(`{% tab title="${attributeText(labels[index] ?? '')}" %}`),
      { ...panel, properties: { ...panel.properties, hidden: undefined } },
      paragraph('{% endtab %}'),
    ]),
    paragraph('{% endtabs %}'),
  ];
}

/** Line numbers in a table of their own: the code is in its second cell. */
function unwrapLines(table: HtmlElement): void {
  const code = select('td.code pre, .code pre', table);
  if (!code) return;
  table.tagName = 'div';
  table.children = [code];
}

/** Docusaurus makes a box of each line of code, with a `<br>` in it. */
function endLine(line: HtmlElement): void {
  const last = line.children.at(-1);
  if (last && isElement(last) && last.tagName === 'br') line.children.pop();
  line.tagName = 'span';
  line.children.push(text('\n'));
}

const codeTitles = '[class*=codeBlockTitle], :scope > .codeHeader, :scope > span.filename';

function markCodeTitle(box: HtmlElement): void {
  if (box.tagName !== 'div' || !matches('[class*=codeBlockContainer], .code.panel, .highlight', box)) return;
  const titleBox = select(codeTitles, box);
  const title = titleBox ? attributeText(toText(titleBox)) : '';
  if (!titleBox || title === '') return;
  removeFrom(box, titleBox);
  box.children = [paragraph(`{% code title="${title}" %}`), ...box.children, paragraph('{% endcode %}')];
}

const paragraph = (line: string) => element('p', [text(line)]);

/** Fit to stand between quotes in a tag. */
const attributeText = (value: string) => value.replaceAll(/["%{}<>[\]*`~\s]+/g, ' ').trim();

function removeFrom(root: HtmlElement, unwanted: HtmlElement): void {
  visit(root, 'element', (node, index, parent) => {
    if (node !== unwanted || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    return false;
  });
}
