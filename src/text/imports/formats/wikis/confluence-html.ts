import { select, selectAll } from 'hast-util-select';
import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { counted } from '../../../../lib/counted.ts';
import {
  attributeOf,
  element,
  hasClass,
  isElement,
  text,
  type HtmlElement,
  type HtmlRoot,
} from '../../../markdown/html-tree.ts';
import { readOwnAddress } from './confluence-addresses.ts';
import { emoticonNamed } from './confluence-emoticons.ts';
import { sharesOf } from './confluence-layouts.ts';
import { describeLabels } from './confluence-parts.ts';
import { leftOut } from '../constructs/construct.ts';

/** Finds the pages and files of an export by the ids in their paths. */
export function indexTargets(paths: readonly string[]): (id: string) => string | undefined {
  const byId = new Map<string, string>();
  for (const path of paths) {
    if (path.includes('/thumbnails/')) continue;
    const id = /(?:^|[/_])(\d{1,20})(?:\.\w{1,8})?$/.exec(path)?.[1];
    if (id !== undefined) byId.set(id, path);
  }
  return (id) => byId.get(id);
}

/**
 * Says what of a page is left out: comments and labels below its text, which no reader of it is to see, what apps of the server draw, and the
 * number of the first line of code.
 */
export function describeLeft(page: HtmlRoot): string[] {
  const comments = selectAll('a[name^="comment-"]', page).length;
  const labels = selectAll('#labels-section a[rel="tag"], .label-list a[rel="tag"]', page).map((label) =>
    toText(label).trim(),
  );
  return [
    ...(comments === 0 ? [] : [`${counted(comments, 'comment is', 'comments are')} left out`]),
    ...describeLabels(labels),
    ...describeApps(page),
    ...(selectAll('pre', page).some((pre) => /first-line:\s*(?!1\b)\d/.test(attributeOf(pre, brushes)))
      ? [leftOut('Number of the first line of code')]
      : []),
  ];
}

/** Says which apps draw parts of a page that the export does not have. */
function describeApps(page: HtmlRoot): string[] {
  const names = selectAll('.ap-container', page)
    .filter((node) => toText(node).trim() === '' && !select('img', node))
    .map((node) => attributeOf(node, 'dataMacroName') || attributeOf(node, 'id').replaceAll(/^ap-|\d+$/g, '') || 'app');
  return names.length === 0
    ? []
    : [
        `${counted(names.length, 'part is', 'parts are')} left out, because an app draws it on the server: ${[...new Set(names)].join(', ')}`,
      ];
}

const brushes = 'dataSyntaxhighlighterParams';

/** Controls and pictures of the layout of pages, which are no part of a text. */
const decorations =
  'ap-content attachment-summary attachment-summary-toggle collapse-source collapse-spinner-wrapper expand-control-icon more-link-container plugin_attachments_upload_container text-placeholder update-item-profile-photo userLogoLink'.split(
    ' ',
  );

function isDecoration(node: HtmlElement, parent: HtmlRoot | HtmlElement): boolean {
  if (hasClass(node, decorations) || (node.tagName === 'fieldset' && hasClass(node, ['hidden']))) return true;
  const isIcon = node.tagName === 'img' && hasClass(node, ['icon', 'userLogo']);
  if (isIcon) return true;
  // A file is shown by its name, beside which the export has no picture.
  return node.tagName === 'img' && parent.type === 'element' && hasClass(parent, ['confluence-embedded-file']);
}

/** Converts exported macros to plain HTML, in place. `find` gives the address of a page or file by its id. */
export function adaptConfluence(root: HtmlRoot, find: (id: string) => string | undefined): void {
  visit(root, 'element', (node, index, parent) => {
    if (parent && index !== undefined && isDecoration(node, parent)) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    if (node.tagName === 'a') retarget(node, find);
    if (/^(?:block|embed)$/.test(attributeOf(node, 'dataCardAppearance'))) adaptCard(node);
    else if (node.tagName === 'img') adaptPicture(node, find);
    else if (node.tagName === 'pre') markBrush(node);
    else adapt(node);
    return undefined;
  });
}

/** Leads a link to a page by its address on the server to the page of the export. */
function retarget(link: HtmlElement, find: (id: string) => string | undefined): void {
  const { href } = link.properties;
  if (hasClass(link, ['confluence-userlink'])) {
    // The address of a person leads nowhere outside of the source.
    Object.assign(link, element('span', link.children));
    return;
  }
  const address = typeof href === 'string' ? readOwnAddress(href) : null;
  const target = address && address.id !== '' ? find(address.id) : undefined;
  if (address && target !== undefined) link.properties.href = `${target}${address.hash}`;
}

/** A card of another site is embedded, and one of a page is a link. Each is a block. */
function adaptCard(node: HtmlElement): void {
  const { href, ...properties } = node.properties;
  const page = element('a', node.children, { ...properties, href, dataCardAppearance: 'inline' });
  Object.assign(node, /^https?:/i.test(`${href}`) ? element('iframe', [], { src: href }) : element('p', [page]));
}

function adaptPicture(node: HtmlElement, find: (id: string) => string | undefined): void {
  const value = (name: string) => attributeOf(node, name);
  if (hasClass(node, ['emoticon'])) {
    const names = ['dataEmojiFallback', 'dataEmojiShortname', 'dataEmoticonName', 'alt'].map(value);
    const [shown = ''] = names;
    const known = names.map((name) => emoticonNamed(name.replaceAll(/[:()]/g, '')));
    const named = known.find((one) => one !== undefined) ?? names.find((name) => name !== '') ?? '';
    Object.assign(node, element('span', [text(shown === '' || /^[:(]/.test(shown) ? named : shown)]));
    return;
  }
  const whole = /^attachments\//.exec(value('dataImageSrc'))?.input;
  const stored = find(value('dataLinkedResourceId')) ?? whole;
  const isElsewhere = /(?:^|\/)thumbnails\/|^(?:https?:)?\//.test(value('src'));
  if (stored !== undefined && isElsewhere) node.properties.src = stored;
}

function markBrush(pre: HtmlElement): void {
  const brush = /brush:\s*([\w+#-]+)/.exec(attributeOf(pre, brushes))?.[1];
  if (brush !== undefined && !['none', 'plain', 'text'].includes(brush)) pre.properties.dataLang = brush;
}

/** Boxes with code, and their heads. */
const codeBoxes = ['code', 'preformatted'];
const codeHeads = ['codeHeader', 'preformattedHeader'];

function adapt(node: HtmlElement): void {
  if (node.tagName === 'li' && node.properties.dataInlineTaskId !== undefined) {
    const checked = hasClass(node, ['checked']);
    node.children.unshift(element('input', [], { type: 'checkbox', checked, disabled: true }), text(' '));
  } else if (hasClass(node, ['expand-container'])) {
    const [title, content] = ['.expand-control-text', '.expand-content'].map((part) => select(part, node));
    const summary = element('summary', [text(title ? toText(title).trim() : '')]);
    Object.assign(node, element('details', [summary, ...(content?.children ?? [])]));
  } else if (hasClass(node, ['columnLayout'])) {
    const shares = sharesOf[attributeOf(node, 'dataLayout').replaceAll('-', '_')] ?? [];
    for (const [at, cell] of node.children.filter(isElement).entries())
      if (shares[at] !== undefined) cell.properties.style = `width:${shares[at]}%`;
  } else if (hasClass(node, ['aui-tabs'])) {
    markTabs(node);
  } else if (hasClass(node, ['panel'])) {
    if (hasClass(node, codeBoxes)) adaptCode(node);
    else adaptPanel(node);
  } else if (hasClass(node, ['expand-control', 'panelHeader']) && !hasClass(node, codeHeads)) {
    Object.assign(node, element('p', [element('strong', [text(toText(node).trim())])]));
  } else if (hasClass(node, ['status-macro', 'aui-lozenge'])) {
    Object.assign(node, element('code', [text(toText(node).trim())]));
  }
}

function adaptPanel(node: HtmlElement): void {
  const [title, content] = ['.panelHeader', '.panelContent'].map((part) => select(part, node));
  const heading = title ? [element('p', [text(toText(title).trim())], { className: ['title'] })] : [];
  const body = element('div', content?.children ?? node.children, {
    className: ['confluence-information-macro-body'],
  });
  const className = ['confluence-information-macro', 'confluence-information-macro-information'];
  Object.assign(node, element('div', [...heading, body], { className }));
}

/** Code that is folded opens by its title, and that with numbers of lines keeps them. */
function adaptCode(node: HtmlElement): void {
  const pre = select('pre', node);
  const written = pre ? attributeOf(pre, brushes) : '';
  if (/gutter:\s*true/.test(written)) node.properties.className = ['code', 'panel', 'line-numbers'];
  if (!pre || !/collapse:\s*true/.test(written)) return;
  // The box in the one that opens is met again.
  pre.properties.dataSyntaxhighlighterParams = written.replace(/collapse:\s*true/, '');
  const head = node.children.filter(isElement).find((child) => hasClass(child, codeHeads));
  const title = head && select('b, .code-title', head);
  const box = element(
    'div',
    node.children.filter((child) => child !== head),
    node.properties,
  );
  Object.assign(node, element('details', [element('summary', [text(title ? toText(title).trim() : 'Code')]), box]));
}

function markTabs(node: HtmlElement): void {
  for (const [part, role] of [
    ['.menu-item', 'tab'],
    ['.tabs-pane', 'tabpanel'],
  ] as const)
    for (const found of selectAll(part, node)) found.properties.role = role;
  node.properties.className = ['tabs-container'];
}
