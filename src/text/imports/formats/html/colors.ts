import { visit } from 'unist-util-visit';
import { element, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

/** Colors of text, and the hues from which each begins. */
const hues: readonly (readonly [from: number, name: string])[] = [
  [0, 'red'],
  [16, 'orange'],
  [46, 'yellow'],
  [71, 'green'],
  [166, 'blue'],
  [256, 'purple'],
  [341, 'red'],
];

/** Colors that editors name and that are not written as numbers. */
const named: Readonly<Record<string, string>> = {
  red: 'red',
  orange: 'orange',
  brown: 'orange',
  yellow: 'yellow',
  green: 'green',
  teal: 'green',
  blue: 'blue',
  purple: 'purple',
  pink: 'purple',
};

/** Classes of elements with a color, which the printer writes as a style. */
export const colorClass = /^(?:ink|paper)-(?:red|orange|yellow|green|blue|purple)$/;

const inCode: ReadonlySet<string> = new Set(['code', 'pre', 'script', 'style', 'svg', 'math']);
const phrases: ReadonlySet<string> = new Set(['span', 'font', 'mark', 'em', 'strong', 'b', 'i', 'u']);
const blocks: ReadonlySet<string> = new Set(['td', 'th', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'li']);

/**
 * Writes the colors that authors have given to words as marks, in place: those of styles, of the classes of Notion, and of the cells of Confluence. Returns how many
 * no mark has, such as gray.
 */
export function markColors(root: HtmlRoot): number {
  let without = 0;
  visit(root, 'element', (node) => {
    if (inCode.has(node.tagName)) return 'skip';
    const isPhrase = phrases.has(node.tagName);
    if (!isPhrase && !blocks.has(node.tagName)) return undefined;
    const { classes, lost } = isPhrase ? colorsOf(node) : blockColors(node);
    without += lost;
    // A mark without a color of its own would be yellow.
    if (lost > 0 && classes.length === 0 && node.tagName === 'mark') node.tagName = 'span';
    if (classes.length === 0) return undefined;
    if (node.tagName === 'span' || node.tagName === 'font' || node.tagName === 'mark') {
      node.tagName = 'mark';
      node.properties = { className: classes };
    } else if (!isPhrase && node.children.some(isBlock)) without += 1;
    else node.children = [element('mark', node.children, { className: classes })];
    return undefined;
  });
  return without;
}

interface Colors {
  readonly classes: string[];
  readonly lost: number;
}

const isBlock = (node: HtmlElement['children'][number]) =>
  node.type === 'element' && /^(?:p|ul|ol|div|figure|table|pre|blockquote|details)$/.test(node.tagName);

function colorsOf(node: HtmlElement): Colors {
  const { style, color } = node.properties;
  const written = typeof style === 'string' ? style.slice(0, 2_000) : '';
  const valueOf = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]{1,60})`, 'i').exec(written)?.[1]?.trim() ?? '';
  const [, highlight = '', background] = nameIn(node, /^highlight-([a-z]{1,20})(_background)?$/);
  return joined([
    ['ink', valueOf('color') || (typeof color === 'string' ? color : '') || (background ? '' : highlight)],
    ['paper', valueOf('background-color') || (background ? highlight : '')],
  ]);
}

function blockColors(node: HtmlElement): Colors {
  const cell = node.properties.dataHighlightColour;
  if (typeof cell === 'string') return joined([['paper', cell]]);
  const [, color = '', background] = nameIn(node, /^block-color-([a-z]{1,20})(_background)?$/);
  return joined([[background ? 'paper' : 'ink', color]]);
}

function nameIn({ properties: { className } }: HtmlElement, pattern: RegExp): readonly (string | undefined)[] {
  const names = Array.isArray(className) ? className : [];
  return names.map((name) => pattern.exec(`${name}`)).find((match) => match !== null) ?? [];
}

function joined(colors: readonly (readonly [kind: string, value: string])[]): Colors {
  const read = colors.map(([kind, value]) => ({ kind, color: colorOf(value.toLowerCase()) }));
  return {
    classes: read.flatMap(({ kind, color }) => (color === null || color === 'gray' ? [] : [`${kind}-${color}`])),
    lost: read.filter(({ color }) => color === 'gray').length,
  };
}

/** The name of a color; null for that of text and paper themselves, and for what is none. */
export function colorOf(value: string): string | null {
  if (named[value] !== undefined) return named[value];
  if (/^(?:gr[ae]y|silver)$/.test(value)) return 'gray';
  const rgb = channelsOf(value);
  if (!rgb) return null;
  const [red, green, blue] = rgb;
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const light = (most + least) / 510;
  // Nearly black and nearly white are what a text has anyway.
  if (light < 0.22 || light > 0.97) return null;
  const range = most - least;
  if (range < 28) return light > 0.8 ? null : 'gray';
  const hue = 60 * sixthOf([red, green, blue], most, range);
  return hues.findLast(([from]) => hue >= from)?.[1] ?? null;
}

/** In which sixth of the circle of hues a color is. */
function sixthOf([red, green, blue]: readonly [number, number, number], most: number, range: number): number {
  if (most === red) return ((green - blue) / range + 6) % 6;
  return most === green ? (blue - red) / range + 2 : (red - green) / range + 4;
}

function channelsOf(value: string): readonly [number, number, number] | null {
  const hex = /^#([\da-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) {
    const digits = hex.length < 6 ? hex.replaceAll(/./g, '$&$&') : hex;
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
    return [red, green, blue];
  }
  const [, red, green, blue, alpha] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([\d.]{1,6}%?)\s*)?\)$/.exec(value) ?? [];
  if (red === undefined || alpha === '0') return null;
  return [Number(red), Number(green), Number(blue)];
}

/** The style of a mark with such classes. */
export function styleOfColors(node: HtmlElement): string {
  const value = (kind: string) => nameIn(node, new RegExp(`^${kind}-([a-z]+)$`))[1];
  const [ink, paper] = [value('ink'), value('paper')];
  return `${ink === undefined ? '' : `color:${ink};`}${paper === undefined ? '' : `background-color:${paper};`}`;
}
