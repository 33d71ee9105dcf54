import { pagesBelowTag } from '../constructs/construct.ts';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import {
  attributeOf,
  element,
  hasClass,
  type HtmlElement,
  type HtmlRoot,
  isElement,
  text,
} from '../../../markdown/html-tree.ts';

/**
 * Converts, in place, the callouts, tabs and titled code of site generators to `{% hint %}`, `{% tabs %}` and
 * `{% code %}` blocks, and removes interactive decoration such as copy buttons and line numbers. Supports VitePress,
 * Docusaurus, MkDocs and its Material theme, GitHub, Confluence, BookStack and Docmost.
 */
export function convertGeneratorBlocks(root: HtmlRoot): void {
  visit(root, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isDecoration(node, parent)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    const style = hintStyle(node);
    if (style !== undefined) markHint(node, style);
    else if (node.properties.dataType === 'subpages') node.children = [paragraph(pagesBelowTag)];
    else if (node.properties.dataType === 'status') node.tagName = 'code';
    else if (hasClass(node, tabbed)) markTabs(node);
    else if (isColumns(node)) markColumns(node);
    else if (hasClass(node, ['token-line'])) endLine(node);
    else markCodeTitle(node);
    return undefined;
  });
}

/** Removes Markdown escapes inside block tags, such as `{% tab title="a\_b" %}`. */
export const plainBlockTags = (markdown: string) =>
  markdown
    .replaceAll(/^[ \t>]*\{% (?:tab|code|hint) [^\n]{1,300}%\}$/gm, (tag) => tag.replaceAll(/(?<=\w)\\_(?=\w)/g, '_'))
    .replaceAll(/^[ \t>-]*\{% embed [^\n]{1,4000}%\}$/gm, (tag) => tag.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, ''));

const decorations = ['line-numbers-wrapper', 'linenos', 'visually-hidden', 'sr-only', 'aui-icon', 'toc-macro'];

/** What MathJax 2 and MediaWiki show of a formula, which stands beside it in another form. */
const shownFormulas = [
  'MathJax',
  'MathJax_Display',
  'MathJax_Preview',
  'MathJax_SVG',
  'mwe-math-fallback-image-display',
  'mwe-math-fallback-image-inline',
];

const isDecoration = (node: HtmlElement, parent: { readonly type: string }) =>
  hasClass(node, decorations) ||
  (hasClass(node, shownFormulas) && node.tagName !== 'mjx-container') ||
  // VitePress adds the language of code as a label.
  (node.tagName === 'span' &&
    hasClass(node, ['lang']) &&
    parent.type === 'element' &&
    isCodeBox(parent as HtmlElement));

const isCodeBox = ({ tagName, properties }: HtmlElement) =>
  tagName === 'div' &&
  Array.isArray(properties.className) &&
  properties.className.some((name) => `${name}`.startsWith('language-'));

/** Hint styles by the names that generators use. */
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

/** Confluence uses `note` for yellow boxes and `warning` for red ones. */
const confluenceStyles: Readonly<Record<string, string>> = {
  information: 'info',
  note: 'warning',
  tip: 'success',
  warning: 'danger',
};

function hintStyle({ tagName, properties: { className, dataType, dataCalloutType } }: HtmlElement): string | undefined {
  // Docmost.
  if (dataType === 'callout') return styles[String(dataCalloutType)] ?? 'info';
  if (!Array.isArray(className)) return undefined;
  const classes = className.map(String);
  // BookStack.
  const callout = classes.includes('callout') ? classes.find((name) => Object.hasOwn(styles, name)) : undefined;
  if (callout !== undefined) return styles[callout];
  // Wiki.js.
  const quoted =
    tagName === 'blockquote' ? classes.find((name) => /^is-(?:info|success|warning|danger)$/.test(name)) : undefined;
  if (quoted !== undefined) return styles[quoted.slice(3)];
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

const boxTitles = ['custom-block-title', 'admonition-title', 'markdown-alert-title'];

const isTitleOf = (box: HtmlElement) => (node: HtmlElement, parent: HtmlElement) =>
  hasClass(node, boxTitles) ||
  hasClassLike(node, 'admonitionHeading') ||
  (parent === box && hasClass(node, ['title']) && hasClass(box, ['confluence-information-macro']));

const isBody = (node: HtmlElement) =>
  hasClass(node, ['confluence-information-macro-body']) || hasClassLike(node, 'admonitionContent');

function markHint(box: HtmlElement, style: string): void {
  const heading = takeNear(box, isTitleOf(box));
  const title = heading ? toText(heading).trim() : '';
  const isOwn = title !== '' && styles[title.toLowerCase()] === undefined;
  const inside = box.tagName === 'p' ? [element('p', box.children)] : box.children;
  const body = near(box).find(({ node }) => isBody(node))?.node.children ?? inside;
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
  const parts = near(box);
  const labels = parts.filter(({ node, parent }) => isTab(node, parent));
  const panels = parts
    .filter(({ node, parent }) => node.properties.role === 'tabpanel' || isPanelIn(node, parent))
    .map(({ node }) => node);
  if (panels.length === 0 || panels.length !== labels.length) return;
  box.properties = {};
  box.children = [
    paragraph('{% tabs %}'),
    ...panels.flatMap((panel, index) => [
      paragraph(`{% tab title="${readTitle(labels[index]?.node)}" %}`),
      { ...panel, properties: { ...panel.properties, hidden: undefined } },
      paragraph('{% endtab %}'),
    ]),
    paragraph('{% endtabs %}'),
  ];
}

/** Columns of Confluence, of Notion and of Docmost. */
const isColumns = (node: HtmlElement) =>
  hasClass(node, ['columnLayout', 'sectionMacroRow', 'column-list']) || node.properties.dataType === 'columns';

const isColumn = (node: HtmlElement) =>
  hasClass(node, ['cell', 'columnMacro', 'column']) || node.properties.dataType === 'column';

/** Columns that stand beside each other. One alone is a text. */
function markColumns(box: HtmlElement): void {
  const columns = box.children.filter(isElement).filter(isColumn);
  if (columns.length < 2 || columns.length > maxColumns) return;
  box.properties = {};
  box.children = [
    paragraph('{% columns %}'),
    ...columns.flatMap((column) => [
      paragraph(`{% column${shareOf(column)} %}`),
      element('div', column.children),
      paragraph('{% endcolumn %}'),
    ]),
    paragraph('{% endcolumns %}'),
  ];
}

/** The share of a column, in percent, as its style states it. */
function shareOf(column: HtmlElement): string {
  const share = /(?:^|[;\s])width\s*:\s*(\d{1,2})(?:\.\d{1,10})?%/.exec(attributeOf(column, 'style'))?.[1];
  return share === undefined ? '' : ` width="${share}%"`;
}

/** More would have no room beside each other. */
const maxColumns = 6;

const isTab = (node: HtmlElement, parent: HtmlElement) =>
  node.properties.role === 'tab' || (node.tagName === 'label' && hasClass(parent, ['tabs', 'tabbed-labels']));

const isPanelIn = (node: HtmlElement, parent: HtmlElement) =>
  hasClass(parent, ['blocks']) || (hasClass(parent, ['tabbed-content']) && hasClass(node, ['tabbed-block']));

/** Docusaurus wraps each line of code in a box that ends with `<br>`. */
function endLine(line: HtmlElement): void {
  const last = line.children.at(-1);
  if (last && isElement(last) && last.tagName === 'br') line.children.pop();
  line.tagName = 'span';
  line.children.push(text('\n'));
}

function markCodeTitle(box: HtmlElement): void {
  const isCode = hasClassLike(box, 'codeBlockContainer') || hasClass(box, ['highlight']) || isCodePanel(box);
  if (box.tagName !== 'div' || !isCode) return;
  const title = readTitle(takeNear(box, isCodeTitleOf(box)));
  const attributes = [
    ...(title === '' ? [] : [`title="${title}"`]),
    ...(hasClass(box, ['line-numbers']) ? ['lineNumbers="true"'] : []),
  ];
  if (attributes.length === 0) return;
  box.children = [paragraph(`{% code ${attributes.join(' ')} %}`), ...box.children, paragraph('{% endcode %}')];
}

const isCodePanel = (node: HtmlElement) => hasClass(node, ['code', 'preformatted']) && hasClass(node, ['panel']);

const isCodeTitleOf = (box: HtmlElement) => (node: HtmlElement, parent: HtmlElement) =>
  hasClassLike(node, 'codeBlockTitle') ||
  (parent === box &&
    (hasClass(node, ['codeHeader', 'preformattedHeader']) ||
      (node.tagName === 'span' && hasClass(node, ['filename']))));

const hasClassLike = ({ properties: { className } }: HtmlElement, part: string) =>
  Array.isArray(className) && className.some((name) => `${name}`.includes(part));

interface Near {
  readonly node: HtmlElement;
  readonly parent: HtmlElement;
}

/**
 * Lists descendants up to `levels` below a box, in document order, except those of nested boxes. Without the limit,
 * nested boxes would take quadratic time.
 */
function near(box: HtmlElement, levels = 2): Near[] {
  return box.children.filter(isElement).flatMap((node) => {
    const isLeaf = levels === 1 || hintStyle(node) !== undefined || hasClass(node, tabbed);
    return [{ node, parent: box }, ...(isLeaf ? [] : near(node, levels - 1))];
  });
}

/** Removes and returns the first matching element near a box. */
function takeNear(
  box: HtmlElement,
  test: (node: HtmlElement, parent: HtmlElement) => boolean,
): HtmlElement | undefined {
  const found = near(box).find(({ node, parent }) => test(node, parent));
  if (found) found.parent.children = found.parent.children.filter((child) => child !== found.node);
  return found?.node;
}

const paragraph = (line: string) => element('p', [text(line)]);

/** Text of an element, safe as a quoted attribute of a block tag. */
const readTitle = (node: HtmlElement | undefined) =>
  node
    ? toText(node)
        .replaceAll(/["%{}<>[\]*`~\s]+/g, ' ')
        .trim()
    : '';
