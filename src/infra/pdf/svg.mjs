// What drawing programs write for browsers, in the SVG that Typst draws: it has no HTML (`foreignObject`) and no colors for
// two themes (`light-dark()`), and leaves both out without a word.
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';

const namespace = 'http://www.w3.org/2000/svg';

/**
 * Replaces labels in HTML by SVG texts, and `light-dark()` by the light color. Null for what is not XML.
 * @param {string} source
 * @returns {string | null}
 */
export function printableSvg(source) {
  let lit = source;
  // A color may have others in itself.
  for (let depth = 0; depth < 5 && lit.includes('light-dark('); depth += 1) lit = lightColors(lit);
  if (!/<(?:[\w.-]+:)?foreignObject[\s>]/.test(lit)) return lit;
  const document = parse(lit);
  if (document === null) return null;
  for (const node of elementsNamed(document, 'switch')) chooseFallback(node);
  for (const node of elementsNamed(document, 'foreignObject')) replaceLabel(node);
  return new XMLSerializer().serializeToString(document);
}

/** @param {string} source @returns {Document | null} */
function parse(source) {
  let isBroken = false;
  const refuse = () => (isBroken = true);
  try {
    const parser = new DOMParser({ errorHandler: { warning: () => undefined, error: refuse, fatalError: refuse } });
    const document = parser.parseFromString(source, 'image/svg+xml');
    return isBroken || !document?.documentElement ? null : document;
  } catch {
    return null;
  }
}

/** @param {Document} document @param {string} name @returns {Element[]} */
const elementsNamed = (document, name) => [...listOf(document.getElementsByTagNameNS('*', name))];

/** @param {ArrayLike<any>} nodes @returns {any[]} */
const listOf = (nodes) => Array.from({ length: nodes.length }, (_, at) => nodes[at]);

/** @param {Element} parent @returns {Element[]} */
const childElements = (parent) => listOf(parent.childNodes).filter(({ nodeType }) => nodeType === 1);

/** @param {Element | null | undefined} node */
const nameOf = (node) => node?.localName ?? '';

/**
 * The first of two colors, in attributes and styles alike.
 * @param {string} source
 */
function lightColors(source) {
  let [result, from] = ['', 0];
  for (;;) {
    const at = source.indexOf('light-dark(', from);
    if (at < 0) return result + source.slice(from);
    const start = at + 'light-dark('.length;
    let [depth, comma, end] = [1, -1, start];
    for (; end < source.length && depth > 0; end += 1) {
      const letter = source[end];
      if (letter === '(') depth += 1;
      else if (letter === ')') depth -= 1;
      else if (letter === ',' && depth === 1 && comma < 0) comma = end;
      else if (letter === '<') break;
    }
    if (depth > 0 || comma < 0) {
      result += source.slice(from, start);
      from = start;
    } else {
      result += source.slice(from, at) + source.slice(start, comma).trim();
      from = end;
    }
  }
}

/**
 * A `switch` has a label in HTML and another for programs that do not know it, which has the right place but often only the
 * beginning of the words. Texts that complain about the program are removed.
 * @param {Element} node
 */
function chooseFallback(node) {
  const children = childElements(node);
  const [first] = children;
  if (/#Extensibility/.test(first?.getAttribute('requiredFeatures') ?? '') && nameOf(first) === 'g') {
    node.parentNode?.removeChild(node);
    return;
  }
  const html = children.find((child) => nameOf(child) === 'foreignObject');
  if (!html) return;
  const fallback = children.find((child) => child !== html);
  const texts = fallback ? [fallback, ...listOf(fallback.getElementsByTagNameNS('*', 'text'))] : [];
  const text = texts.find((one) => nameOf(one) === 'text');
  const lines = linesOf(html);
  if (fallback && nameOf(fallback) !== 'text') node.parentNode?.replaceChild(fallback, node);
  else if (text && lines.length > 0) {
    const { width } = boxOf(html);
    writeLines(text, wrapped(lines, width, sizeOf(text, html)), Number.parseFloat(text.getAttribute('y') ?? '0') || 0);
    node.parentNode?.replaceChild(text, node);
  } else if (lines.length > 0) node.parentNode?.replaceChild(html, node);
}

/** @param {Element} node */
function replaceLabel(node) {
  const lines = linesOf(node);
  const document = node.ownerDocument;
  if (lines.length === 0 || !node.parentNode) {
    node.parentNode?.removeChild(node);
    return;
  }
  const text = document.createElementNS(namespace, 'text');
  const { x, y, width, height } = boxOf(node);
  const size = sizeOf(text, node);
  text.setAttribute('x', String(x + width / 2));
  text.setAttribute('font-size', String(size));
  text.setAttribute('text-anchor', 'middle');
  text.setAttribute('fill', colorOf(node));
  for (const name of ['transform', 'class', 'opacity'])
    if (node.getAttribute(name)) text.setAttribute(name, node.getAttribute(name) ?? '');
  writeLines(text, wrapped(lines, width, size), y + height / 2 + size * 0.35);
  node.parentNode.replaceChild(text, node);
}

/**
 * Writes lines around a base line.
 * @param {Element} text @param {readonly string[]} lines @param {number} middle
 */
function writeLines(text, lines, middle) {
  const document = text.ownerDocument;
  const size = sizeOf(text, text);
  const x = text.getAttribute('x') ?? '0';
  while (text.firstChild) text.removeChild(text.firstChild);
  text.setAttribute('y', String(middle - ((lines.length - 1) * size * lineHeight) / 2));
  lines.forEach((line, at) => {
    const part = document.createElementNS(namespace, 'tspan');
    part.setAttribute('x', x);
    if (at > 0) part.setAttribute('dy', String(size * lineHeight));
    part.appendChild(document.createTextNode(line));
    text.appendChild(part);
  });
}

const lineHeight = 1.2;

/** Elements of HTML that begin a line. */
const blocks = new Set(
  'address blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(' '),
);
const hidden = new Set(['script', 'style', 'title', 'template']);

/** Longest label, in characters. */
const maxLabel = 5_000;

/** @param {Element} node @returns {string[]} */
function linesOf(node) {
  let text = '';
  /** @param {any} parent */
  const read = (parent) => {
    for (const child of listOf(parent.childNodes)) {
      if (text.length > maxLabel) return;
      if (child.nodeType === 3 || child.nodeType === 4) text += (child.data ?? '').replaceAll(/\s+/g, ' ');
      else if (child.nodeType === 1 && !hidden.has(nameOf(child))) {
        const isBlock = blocks.has(nameOf(child).toLowerCase());
        if (isBlock) text += '\n';
        read(child);
        if (isBlock) text += '\n';
      }
    }
  };
  read(node);
  return text
    .slice(0, maxLabel)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Breaks lines that are wider than the box, by the mean width of letters.
 * @param {readonly string[]} lines @param {number} width @param {number} size @returns {string[]}
 */
function wrapped(lines, width, size) {
  const most = width > size ? Math.max(4, Math.floor(width / (size * 0.52))) : Infinity;
  return lines.flatMap((line) => {
    const rows = [''];
    for (const word of line.split(' ')) {
      const last = rows.at(-1) ?? '';
      const longer = last === '' ? word : `${last} ${word}`;
      if (last === '' || longer.length <= most) rows[rows.length - 1] = longer;
      else rows.push(word);
    }
    return rows;
  });
}

/** The styles of a label: of its element and of those in it, the outer ones first. @param {Element} node */
const stylesOf = (node) =>
  [node, ...listOf(node.getElementsByTagNameNS('*', '*'))].slice(0, 50).map((one) => one.getAttribute?.('style') ?? '');

/** @param {Element} node @param {string} property */
function lengthIn(node, property) {
  for (const style of stylesOf(node)) {
    const found = new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*(-?[\\d.]+)(?:px)?\\s*(?:;|!|$)`).exec(style);
    if (found) return Number(found[1]);
  }
  return null;
}

/** @param {Element} node */
function colorOf(node) {
  for (const style of stylesOf(node).toReversed()) {
    const found = /(?:^|[;\s])color\s*:\s*(#[\da-f]{3,8}|rgba?\([\d\s.,%]+\)|[a-z]{3,30})\s*(?:;|!|$)/i.exec(style);
    if (found && !/^(?:inherit|initial|transparent)$/i.test(found[1] ?? '')) return found[1] ?? '';
  }
  return '#000000';
}

/** @param {Element} text @param {Element} html */
function sizeOf(text, html) {
  const own = Number.parseFloat(text.getAttribute('font-size') ?? '');
  const size = own > 0 ? own : lengthIn(html, 'font-size');
  return size !== null && size >= 1 && size <= 500 ? size : 12;
}

/**
 * The box of a label: its attributes, or, where they are relative, the styles of draw.io, which shifts a box of the whole
 * image by padding and margin.
 * @param {Element} node
 */
function boxOf(node) {
  /** @param {string} name */
  const attribute = (name) => {
    const value = node.getAttribute(name) ?? '';
    return /^-?[\d.]+(?:px)?$/.test(value) ? Number.parseFloat(value) : null;
  };
  const width = attribute('width') ?? lengthIn(node, 'width') ?? 0;
  const height = attribute('height') ?? lengthIn(node, 'height') ?? 0;
  const [left, top] =
    attribute('width') === null ? ['margin-left', 'padding-top'].map((name) => lengthIn(node, name)) : [];
  return { x: (attribute('x') ?? 0) + (left ?? 0), y: (attribute('y') ?? 0) + (top ?? 0), width, height };
}
