import { html, noHtml, type Safe } from '../../../lib/html.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { writeCode } from '../code.ts';
import { wordHtml, type HtmlContext } from '../html-context.ts';
import type { ContentView, JsonSchema } from './part.ts';

/** Levels and members of a made example. */
const maxLevels = 5;
const maxMembers = 200;

/** Longest example that is shown, in characters. */
const maxExampleCharacters = 20_000;

/** Writes the example of a content: the given one, or one made of its schema. */
export function writeExample(context: HtmlContext, content: ContentView): Safe {
  const value = exampleOfContent(content);
  if (value === undefined) return noHtml;
  return html`<h5>${wordHtml(context, 'example')}</h5>${writeCode(context, { value: exampleText(value), syntax: 'json' })}`;
}

/** A value as it stands in an example. */
export const exampleText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')).slice(0, maxExampleCharacters);

/** The example of a content; undefined when nothing is known of it. */
export function exampleOfContent({ example, schema }: ContentView): unknown {
  if (example !== undefined) return example;
  return schema === undefined ? undefined : exampleOfSchema(schema);
}

/** Makes an example of a schema: what it gives itself, or else a value of its type. Undefined for one that says nothing. */
export const exampleOfSchema = (schema: JsonSchema): unknown =>
  makeExample(schema, { level: 0, budget: { members: maxMembers } });

interface ExampleLimits {
  readonly level: number;
  readonly budget: { members: number };
}

function makeExample(schema: JsonSchema, { level, budget }: ExampleLimits): unknown {
  if (!isRecord(schema) || level > maxLevels || budget.members <= 0) return undefined;
  budget.members -= 1;
  const inside = { level: level + 1, budget };
  const { example, examples, type, properties, items, allOf } = schema;
  const candidates = [example, Array.isArray(examples) ? examples[0] : undefined, schema['default'], schema['const']];
  const first = candidates.find((value) => value !== undefined) ?? firstOf(schema['enum']);
  if (first !== undefined) return first;
  if (Array.isArray(allOf)) {
    const parts = allOf.map((part) => makeExample(part as JsonSchema, inside)).filter(isRecord);
    if (parts.length > 0) return Object.assign({}, ...parts, objectOf(properties, inside)) as unknown;
  }
  const choice = firstOf(schema['oneOf']) ?? firstOf(schema['anyOf']);
  if (choice !== undefined && !isRecord(properties)) return makeExample(choice as JsonSchema, inside);
  if (isRecord(properties)) return objectOf(properties, inside);
  if (items !== undefined) {
    const item = makeExample(items as JsonSchema, inside);
    return item === undefined ? [] : [item];
  }
  return valueOfType(Array.isArray(type) ? type.find((one) => one !== 'null') : type, schema['format']);
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

function objectOf(properties: unknown, making: ExampleLimits): Record<string, unknown> {
  const members = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) => {
    const value = makeExample(property as JsonSchema, making);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.org',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  uri: 'https://example.org',
  url: 'https://example.org',
};

function valueOfType(type: unknown, format: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : 'text';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return undefined;
  }
}
