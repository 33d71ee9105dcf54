import { isRecord } from '../../lib/is-record.ts';
import { cut } from './letters.ts';
import type { Resolve, SpecObject } from './resolver.ts';
import { escapeLine, plainLine } from './safe-text.ts';

/** Most members of one content that are listed, and most levels of schemas. */
const maxMembers = 200;
const maxLevels = 6;

/** Longest text about one member, and about all members of a specification, in characters. */
const maxText = 500;
const maxCharacters = 4_000_000;

/** Most values of an enumeration that are named. */
const maxValues = 20;

/** Lists the members of the schemas of a content, each as a line of Markdown, for search, print and machines. */
export type ListMembers = (contents: readonly SpecObject[]) => string[];

/** Creates the function for the contents of one specification. Members of schemas within themselves are listed once. */
export function createMemberList(resolve: Resolve): ListMembers {
  const budget = { characters: maxCharacters };
  return (contents) => {
    const walk: Walk = { resolve, lines: new Set(), above: [], left: { members: maxMembers } };
    for (const { value, file } of contents) addSchema(walk, { schema: value['schema'], file, name: '' });
    return [...walk.lines].filter((line) => {
      budget.characters -= line.length;
      return budget.characters >= 0;
    });
  };
}

interface Walk {
  readonly resolve: Resolve;
  readonly lines: Set<string>;
  /** The schemas that contain the present one. */
  readonly above: readonly unknown[];
  readonly left: { members: number };
}

interface Named {
  readonly schema: unknown;
  readonly file: string;
  /** Path of the member: `owner.address`, `pets[]`; '' for the whole. */
  readonly name: string;
  /** Whether the schema has said what it is in the line of its member. */
  readonly isNamed?: boolean;
}

function addSchema(walk: Walk, { schema, file: from, name, isNamed = false }: Named): void {
  const { value, file } = walk.resolve(schema, from);
  if (!isRecord(value) || walk.above.includes(value) || walk.above.length >= maxLevels) return;
  if (!isNamed) addLine(walk, name === '' ? nameOf(schema, value) : name, value);
  const inside = { ...walk, above: [...walk.above, value] };
  const member = (key: string, one: unknown) => {
    const path = name === '' ? key : `${name}.${key}`;
    const found = walk.resolve(one, file).value;
    if (walk.left.members <= 0) return;
    addLine(walk, path, isRecord(found) ? found : {}, true);
    addSchema(inside, { schema: one, file, name: path, isNamed: true });
  };
  const { properties, patternProperties, additionalProperties, items, prefixItems } = value;
  for (const named of [properties, patternProperties])
    if (isRecord(named)) for (const [key, one] of Object.entries(named)) member(key, one);
  if (isRecord(additionalProperties)) member('*', additionalProperties);
  for (const item of [items, ...listOf(prefixItems)]) addSchema(inside, { schema: item, file, name: `${name}[]` });
  for (const union of ['allOf', 'oneOf', 'anyOf'])
    for (const part of listOf(value[union])) addSchema(inside, { schema: part, file, name });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The title of a schema, or the name that its reference gives it. */
const nameOf = (schema: unknown, { title }: Readonly<Record<string, unknown>>): string => {
  if (typeof title === 'string') return title;
  const reference = isRecord(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' ? (/\/([^/]{1,100})$/.exec(reference)?.[1] ?? '') : '';
};

/** Adds a line for what says something: a member always, another schema only with a description or values. */
function addLine(
  { lines, left }: Walk,
  name: string,
  schema: Readonly<Record<string, unknown>>,
  isMember = false,
): void {
  const about = typeof schema['description'] === 'string' ? plainLine(schema['description']) : '';
  const values = [...listOf(schema['enum']), ...('const' in schema ? [schema['const']] : [])]
    .filter((value) => typeof value === 'string')
    .slice(0, maxValues)
    .map(code);
  if (left.members <= 0 || (!isMember && about === '' && values.length === 0)) return;
  left.members -= 1;
  const words = [name === '' ? '' : code(name), escapeLine(cut(about, maxText)), values.join(', ')];
  lines.add(words.filter((word) => word !== '').join(' '));
}

const code = (text: string) => `\`${cut(text.replaceAll(/[`\n\r]/g, ' '), 100)}\``;
