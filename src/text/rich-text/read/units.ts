import { directiveOptions } from '../../markdown/directive-fences.ts';
import type { BlockNode } from '../../markdown/block-tree.ts';
import { splitMdcTag } from '../../markdown/mdc-tags.ts';
import { readYamlTexts } from '../../markdown/yaml.ts';
import { splitComponents } from './component-paragraphs.ts';
import { splitHtml, tagOfLine, type Tag } from './tag-syntax.ts';
import { readSource, type ReadContext } from './read-context.ts';

/** A sibling node with its offsets in the source. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  readonly tag?: Tag;
  readonly node?: BlockNode;
  readonly html?: string;
  /** Whether the HTML stands in the text as it is, without the marks of a container at the start of its lines. */
  readonly isExact?: boolean;
  /** Whether the offsets are those of several units. */
  readonly isShared?: boolean;
  /** Whether the HTML stands beside a tag without a blank line between them. */
  readonly isBesideTag?: boolean;
  /** Index of the end tag, for a tag that has one. */
  closedAt?: number;
}

/** HTML in which no tag is looked for. `<Preview>` only begins like one of these elements. */
const rawHtml = /^\s*<(?:!|\?|(?:script|style|pre|textarea)(?=[\s/>]|$))/i;

/** Converts siblings to units and pairs their tags, in linear time. */
export function listUnits(reading: ReadContext, nodes: readonly BlockNode[]): Unit[] {
  const units = nodes.flatMap((node): Unit[] => unitsOfNode(reading, node));
  pair(units);
  return units;
}

function unitsOfNode(reading: ReadContext, node: BlockNode): Unit[] {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  if (node.type === 'lineTag') return [{ start, end, tag: tagOfLine(node.value) }];
  if (node.type === 'paragraph') return splitComponents(node) ?? [{ start, end, node }];
  if (node.type !== 'html') return [{ start, end, node }];
  const mdc = splitMdcTag(node.value);
  if (mdc) return [{ start, end, tag: withProperties({ ...tagOfLine(mdc.line), value: node.value }, mdc.yaml) }];
  if (rawHtml.test(node.value)) return [{ start, end, html: node.value }];
  const parts = splitHtml(node.value);
  // In containers the value lacks the indentation of the source, so its offsets differ.
  const isExact = readSource(reading, node) === node.value;
  return parts.map((part, index): Unit => {
    const range = isExact
      ? { start: index === 0 ? start : start + part.start, end: index === parts.length - 1 ? end : start + part.end }
      : { start, end, isShared: parts.length > 1 };
    return 'tag' in part
      ? { ...range, tag: part.tag }
      : { ...range, html: part.html, isExact, isBesideTag: parts.length > 1 };
  });
}

/** A tag of MDC with its properties, which are its attributes. */
function withProperties(tag: Tag, yaml: string): Tag {
  const properties = readYamlTexts(yaml);
  const texts = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  const more = texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...tag, attributes: { ...tag.attributes, ...Object.fromEntries(more) } };
}

/** Maximum number of open tags at a time. Further ones count as unclosed. */
const maxOpen = 10_000;

function pair(units: readonly Unit[]): void {
  const open: { unit: Unit; index: number }[] = [];
  const counts = new Map<string, number>();
  const forget = (name: string) => counts.set(name, (counts.get(name) ?? 1) - 1);
  for (const [index, unit] of units.entries()) {
    const { tag } = unit;
    if (!tag || tag.role === 'alone') continue;
    const count = counts.get(tag.pair) ?? 0;
    const closes = tag.role === 'close' || (tag.pair === '$$' && count > 0);
    if (closes && count > 0)
      for (let last = open.pop(); last; last = open.pop()) {
        const name = last.unit.tag?.pair ?? '';
        forget(name);
        if (name !== tag.pair) continue;
        last.unit.closedAt = index;
        break;
      }
    else if (!closes && open.length < maxOpen) {
      open.push({ unit, index });
      counts.set(tag.pair, count + 1);
    }
  }
}

/** The units of a directive of MyST (`:::{note}`) without the lines of its options: `:class: dropdown`. */
export function withoutOptions(units: readonly Unit[], index: number): readonly Unit[] {
  const node = units[index + 1]?.node;
  const isDirective = /^:{3,}[ \t]*\{/.test(units[index]?.tag?.value ?? '');
  const first = node?.type === 'paragraph' ? node.children[0] : undefined;
  const [options] = (isDirective && first?.type === 'text' && directiveOptions.exec(first.value)) || [];
  const unit = units[index + 1];
  if (options === undefined || node?.type !== 'paragraph' || first?.type !== 'text' || !unit) return units;
  const value = first.value.slice(options.length);
  const children = value === '' ? node.children.slice(1) : [{ ...first, value }, ...node.children.slice(1)];
  const { start, end } = unit;
  return units.with(
    index + 1,
    children.length === 0 ? { start, end } : { ...unit, start: start + options.length, node: { ...node, children } },
  );
}
