import { XMLParser } from 'fast-xml-parser';

/** An element of Office Math Markup Language (ECMA-376, part 1, section 22.1), without namespace prefixes. */
export interface MathNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MathNode[];
  /** The text of a text node; empty for elements. */
  readonly text: string;
}

type Parsed = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  maxNestedTags: 500,
});

/** Parses one formula; null when it is malformed. */
export function parseMath(xml: string): MathNode | null {
  try {
    return listNodes(parser.parse(xml))[0] ?? null;
  } catch {
    return null;
  }
}

const listNodes = (list: unknown): MathNode[] => (Array.isArray(list) ? (list as Parsed[]).map(nodeOf) : []);

function nodeOf(parsed: Parsed): MathNode {
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? '';
  if (name === '#text') return { name, attributes: {}, children: [], text: String(parsed[name]) };
  const attributes = (parsed[':@'] ?? {}) as Record<string, string>;
  return { name, attributes, children: listNodes(parsed[name]), text: '' };
}

/** Finds the first child with a name. */
export const childNamed = (node: MathNode, name: string): MathNode | undefined =>
  node.children.find((child) => child.name === name);

export const childrenNamed = (node: MathNode, name: string): MathNode[] =>
  node.children.filter((child) => child.name === name);

/** Value of a property of an element, such as `chr` in its `naryPr`; null when absent, `on` when it has no value. */
export function findProperty(node: MathNode, name: string): string | null {
  const found = childNamed(node, `${node.name}Pr`)?.children.find((child) => child.name === name);
  return found ? (found.attributes['val'] ?? 'on') : null;
}

/** Whether a boolean property is present and not off. */
export const isOn = (node: MathNode, name: string): boolean =>
  !['0', 'off', 'false', null].includes(findProperty(node, name));

/** Text content of a node, without properties. */
export const readText = (node: MathNode): string =>
  node.name.endsWith('Pr') ? '' : node.text + node.children.map(readText).join('');
