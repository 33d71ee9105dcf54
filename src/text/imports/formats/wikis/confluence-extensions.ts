import { attributeOf, isElement, type HtmlElement } from '../../../markdown/html-tree.ts';
import { embedHtml } from './confluence-embeds.ts';
import { boxHtml, type MacroWriting } from './confluence-macros.ts';
import { partOf, plainText } from './confluence-parts.ts';

/** Writes a part of the newer editor: a box, a list of decisions, what an app shows, or else what it has for older ones or the texts in it. */
export function extensionHtml(node: HtmlElement, writing: Pick<MacroWriting, 'inside'> & AppWriting): string {
  const inner = partOf(node, 'ac:adf-node');
  const fallback = partOf(node, 'ac:adf-fallback');
  const written = fallback ? writing.inside(fallback) : '';
  const content = inner && partOf(inner, 'ac:adf-content');
  const kind = inner ? attributeOf(inner, 'type') : '';
  if (inner && content && kind === 'panel')
    return boxHtml(panelStyles[saidOf(inner, 'panel-type')] ?? 'info', '', writing.inside(content));
  if (inner && !content && kind.endsWith('xtension')) return appHtml(inner, writing) ?? written;
  if (written.trim() !== '' || !inner) return written;
  const items = inner.children.filter(isElement).filter(({ tagName }) => tagName === 'ac:adf-node');
  return items.length > 0 && /list$/i.test(kind)
    ? `<ul>${items.map((item) => `<li>${writing.inside(item)}</li>`).join('')}</ul>`
    : `<p>${writing.inside(inner)}</p>`;
}

type AppWriting = Parameters<typeof embedHtml>[2];

const panelStyles: Readonly<Record<string, string>> = { success: 'tip', warning: 'warning', error: 'danger' };

/** What a part says of itself by a key. */
function saidOf(node: HtmlElement, key: string): string {
  const found = node.children.filter(isElement).find((part) => attributeOf(part, 'key') === key);
  return found ? plainText(found).trim() : '';
}

/** Writes what an app shows, such as a drawing whose picture is a file; null for others, which are named. */
function appHtml(node: HtmlElement, writing: AppWriting): string | null {
  const parameters = new Map<string, HtmlElement>();
  const collect = (part: HtmlElement) => {
    const key = part.tagName === 'ac:adf-parameter' ? attributeOf(part, 'key') : '';
    if (key !== '')
      parameters.set(
        key.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        part,
      );
    for (const child of part.children.filter(isElement)) collect(child);
  };
  collect(node);
  const title = parameters.get('extensionTitle');
  const key = saidOf(node, 'extension-key').split(/[/:]/).at(-1) ?? '';
  const html = embedHtml(key, parameters, writing);
  if (html === null) writing.miss((title ? plainText(title).trim() : '') || saidOf(node, 'text') || key);
  return html;
}
