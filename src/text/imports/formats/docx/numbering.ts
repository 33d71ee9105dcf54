import { visit } from 'unist-util-visit';
import { counted } from '../../../../lib/counted.ts';
import { isElement, type HtmlElement, type HtmlRoot } from '../../../markdown/html-tree.ts';

interface Level {
  readonly start: number;
  readonly isOfLetters: boolean;
  readonly isOrdered: boolean;
}

/** The numbered lists of a document. */
export interface Numbering {
  /** Levels by the id of their definition and their depth. */
  readonly levels: ReadonlyMap<string, Level>;
  /** The definition of each list, and where it begins anew. */
  readonly lists: ReadonlyMap<string, { readonly definition: string; readonly starts: ReadonlyMap<string, number> }>;
}

const attribute = (xml: string, name: string) =>
  new RegExp(`<w:${name}\\s[^<>]{0,200}?w:val="([^"]{0,50})"`).exec(xml)?.[1];

/** Reads the numbered lists that a document may use. */
export function readNumbering(xml: string): Numbering {
  const levels = new Map<string, Level>();
  for (const [, definition = '', inside = ''] of xml.matchAll(
    /<w:abstractNum\s[^<>]{0,500}?w:abstractNumId="(\d{1,9})"[^<>]{0,500}>([^]{0,100000}?)<\/w:abstractNum>/g,
  ))
    for (const [, depth = '', level = ''] of inside.matchAll(
      /<w:lvl\s[^<>]{0,500}?w:ilvl="(\d)"[^<>]{0,500}>([^]{0,10000}?)<\/w:lvl>/g,
    ))
      levels.set(`${definition}:${depth}`, {
        start: Number(attribute(level, 'start') ?? 1),
        isOrdered: attribute(level, 'numFmt') !== 'bullet',
        isOfLetters: /Letter|Roman/.test(attribute(level, 'numFmt') ?? ''),
      });
  const lists = new Map(
    [...xml.matchAll(/<w:num\s[^<>]{0,500}?w:numId="(\d{1,9})"[^<>]{0,500}>([^]{0,20000}?)<\/w:num>/g)].map(
      ([, id = '', inside = '']) => {
        const starts = [
          ...inside.matchAll(
            /<w:lvlOverride\s[^<>]{0,200}?w:ilvl="(\d)"[^<>]{0,200}>\s{0,50}<w:startOverride\s[^<>]{0,200}?w:val="(\d{1,9})"/g,
          ),
        ];
        return [
          id,
          {
            definition: attribute(inside, 'abstractNumId') ?? '',
            starts: new Map(starts.map(([, depth = '', start]) => [depth, Number(start)])),
          },
        ] as const;
      },
    ),
  );
  return { levels, lists };
}

/** The number that each numbered paragraph of a document shows, in order. Lists of one definition go on, unless they begin anew. */
function listNumbers(document: string, { levels, lists }: Numbering): number[] {
  const counts = new Map<string, number>();
  const begun = new Set<string>();
  const numbers: number[] = [];
  for (const [, inside = ''] of document.matchAll(/<w:numPr>([^]{0,500}?)<\/w:numPr>/g)) {
    const list = lists.get(attribute(inside, 'numId') ?? '');
    const depth = attribute(inside, 'ilvl') ?? '0';
    const level = levels.get(`${list?.definition}:${depth}`);
    if (!list || !level?.isOrdered) continue;
    const key = `${list.definition}:${depth}`;
    const own = list.starts.get(depth);
    const name = `${attribute(inside, 'numId')}:${depth}`;
    const isNew = own !== undefined && !begun.has(name);
    begun.add(name);
    const number = isNew ? own : (counts.get(key) ?? level.start - 1) + 1;
    counts.set(key, number);
    for (let below = Number(depth) + 1; below < maxLevels; below += 1) counts.delete(`${list.definition}:${below}`);
    numbers.push(number);
  }
  return numbers;
}

const maxLevels = 9;

/**
 * Gives numbered lists the numbers that Word shows, in place: those that go on after a paragraph, and those that do not begin with 1. Lists
 * stay as they are when they are not the numbered paragraphs one by one, such as with numbers by a style.
 */
export function numberLists(root: HtmlRoot, document: string, numbering: Numbering): void {
  const numbers = listNumbers(document, numbering);
  const items: HtmlElement[] = [];
  const parents = new Map<HtmlElement, HtmlElement>();
  visit(root, 'element', (node) => {
    if (node.tagName !== 'ol') return;
    for (const child of node.children)
      if (isElement(child) && child.tagName === 'li' && !/^(?:footnote|endnote)-/.test(String(child.properties.id))) {
        parents.set(child, node);
      }
  });
  visit(root, 'element', (node) => {
    if (parents.has(node)) items.push(node);
  });
  if (items.length !== numbers.length) return;
  items.forEach((item, at) => {
    const list = parents.get(item);
    const first = list?.children.find(isElement);
    if (list && first === item && numbers[at] !== 1) list.properties.start = numbers[at];
  });
}

/** Says what of the numbers of a document is lost: letters and Roman numerals of lists, and the numbers of headings. */
export function describeNumbers(
  document: string,
  { levels, lists }: Numbering,
  headings: ReadonlyMap<string, boolean>,
): string[] {
  let ofHeadings = 0;
  const lettered = new Set<string>();
  for (const [, properties = ''] of document.matchAll(/<w:pPr>((?:(?!<\/?w:pPr>)[^]){0,5000})<\/w:pPr>/g)) {
    const isNumbered = headings.get(attribute(properties, 'pStyle') ?? '');
    const id = attribute(properties, 'numId');
    if (isNumbered !== undefined) {
      if (id === '0' ? false : isNumbered || id !== undefined) ofHeadings += 1;
      continue;
    }
    const level = `${lists.get(id ?? '')?.definition}:${attribute(properties, 'ilvl') ?? '0'}`;
    if (levels.get(level)?.isOfLetters) lettered.add(`${id}:${level}`);
  }
  return [
    ...(lettered.size === 0
      ? []
      : [
          `${counted(lettered.size, 'list with letters or Roman numerals has', 'lists with letters or Roman numerals have')} digits`,
        ]),
    ...(ofHeadings === 0
      ? []
      : [`${counted(ofHeadings, 'heading is', 'headings are')} without the number that Word adds`]),
  ];
}
