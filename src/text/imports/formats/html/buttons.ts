import { toText } from 'hast-util-to-text';
import { SKIP, visit } from 'unist-util-visit';
import { isElement, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Makes buttons of which a sentence speaks bold words, in place. Returns how many others have a text, which the conversion removes. */
export function keepButtons(root: HtmlRoot): number {
  let lost = 0;
  visit(root, 'element', (node, _index, parent) => {
    if (isDecorated(node)) return SKIP;
    if (node.tagName !== 'button') return undefined;
    const words = toText(node).trim();
    if (words === '' || node.properties.role === 'tab' || isCopier(node)) return SKIP;
    if (parent?.type === 'element' && words.length <= maxWords && isSentence(parent, node)) {
      node.tagName = 'strong';
      node.properties = {};
    } else lost += 1;
    return SKIP;
  });
  return lost;
}

const maxWords = 100;
const ofWords: ReadonlySet<string> = new Set('p li td th dd dt span label'.split(' '));

/** Whether words stand beside the button, or it is emphasized as words are. */
const isSentence = ({ tagName, children }: HtmlElement, button: HtmlElement) =>
  /^(?:em|strong|b|i)$/.test(tagName) ||
  (ofWords.has(tagName) && children.some((child) => child !== button && wordsOf(child).trim() !== ''));

function wordsOf(node: HtmlElement['children'][number]): string {
  if (node.type === 'text') return node.value;
  return isElement(node) && node.tagName !== 'button' ? toText(node) : '';
}

/** Whether buttons in it belong to the page and not to its text: those beside code, and those that open a box. */
const isDecorated = ({ tagName, properties: { className } }: HtmlElement) =>
  tagName === 'pre' ||
  tagName === 'summary' ||
  (Array.isArray(className) && className.some((name) => /^language-|code|highlight/i.test(`${name}`)));

const isCopier = ({ properties: { className, title, ariaLabel } }: HtmlElement) =>
  /\b(?:copy|clipboard)/i.test([className, title, ariaLabel].flat().join(' '));
