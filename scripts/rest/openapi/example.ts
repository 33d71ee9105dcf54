import type { Schema } from '../../../src/rest/schema.ts';
import answers from './answer-examples.json' with { type: 'json' };

/**
 * Answers of the server by operation, as test/contract/examples.test.ts got them, and for each schema the operation whose
 * answer shows most of it: `TEST_WRITE_EXAMPLES=1 npx vitest run --mode postgres test/contract/examples.test.ts` renews them.
 */
const { operations, schemas }: { operations: Record<string, unknown>; schemas: Record<string, string> } = answers;

const answered = Object.fromEntries(Object.entries(schemas).map(([name, id]) => [name, operations[id]]));

/** Example values by field name. Of several values, the first one that matches the pattern of the schema is used. */
const byName: Readonly<Record<string, unknown>> = {
  title: 'Handbook',
  displayName: 'Example user',
  email: 'user@example.org',
  emails: 'user@example.org',
  emailDomain: 'example.org',
  emailDomains: 'example.org',
  // A label for an organization, a domain for a site.
  hostname: ['acme', 'docs.example.org'],
  light: '#346ddb',
  dark: '#92b4f4',
  emoji: '1f4d8',
  markdown: 'Looks good to me.',
  slug: 'handbook',
  path: 'handbook',
  proxy: 'example.org/docs',
  name: 'diagram.png',
  contentType: 'image/png',
  type: 'builtin:openapi',
  count: 1,
  key: 'guides/install.md',
  reason: 'The page is not UTF-8 text.',
  fields: 'title',
  label: 'Company sign-in',
  description: 'How to install the program.',
  condition: 'visitor.claims.plan == "pro"',
  subject: 'Describe the new endpoints',
  externalIds: 'channel-7',
  kind: 'page',
  target: 'page',
  redirect: 'permanent',
  secret: 'q3J0mZx8VtYw5RkB2nLc',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

/** Prefix of the id, by field name. */
const prefixes: Readonly<Record<string, string>> = {
  organization: 'org',
  space: 'spc',
  site: 'site',
  siteSection: 'sec',
  siteSpace: 'ssp',
  parent: 'col',
  page: 'pg',
  revision: 'rev',
  parents: 'rev',
  installation: 'inst',
  user: 'usr',
  users: 'usr',
  id: 'pg',
};

/** Lists nested deeper than this are empty, because pages contain pages and conditions contain conditions. */
const maxLists = 2;

/** Returns the example of a component from an answer of the server, or generates one that matches the schema. */
export function exampleOfComponent(name: string, components: Readonly<Record<string, Schema>>): unknown {
  const schema = components[name] ?? {};
  return name in answered ? filled(answered[name], schema, components) : exampleOf(schema, components);
}

/** Returns the answer of the server to the request that the reference shows. */
export function exampleOfAnswer(
  operationId: string,
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
): unknown {
  const shape = '$ref' in schema ? components[String(schema['$ref']).split('/').at(-1) ?? ''] : schema;
  return filled(operations[operationId], shape ?? {}, components);
}

/** Adds an item to each empty list of an answer. */
function filled(answer: unknown, schema: Schema, components: Readonly<Record<string, Schema>>): unknown {
  if (!isRecord(answer) || Array.isArray(answer)) return answer;
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const members = Object.entries(answer).map(([key, value]) => {
    const items = properties[key]?.['items'];
    const isEmpty = Array.isArray(value) && value.length === 0 && isRecord(items) && '$ref' in items;
    return [key, isEmpty ? [exampleOf(items, components, key, 1)] : value];
  });
  const example = Object.fromEntries(members) as Record<string, unknown>;
  return example['count'] === 0 && Array.isArray(example['items'])
    ? { ...example, count: example['items'].length }
    : example;
}

const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Generates a value that matches a schema. Follows references. */
function exampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, name = '', lists = 0): unknown {
  const { $ref, enum: values, const: constant, default: fallback, examples } = schema as Record<string, never>;
  if (typeof $ref === 'string') {
    const component = String($ref).split('/').at(-1) ?? '';
    if (component in answered) return answered[component];
    const target = components[component];
    if (!target) throw new Error(`The document has no ${String($ref)}`);
    // The example of the whole component is not used, because it may have lists that are empty here.
    const { examples: _examples, ...shape } = target;
    return exampleOf(shape, components, name, lists);
  }
  if (Array.isArray(examples)) return (examples as unknown[])[0];
  if (constant !== undefined) return constant;
  if (fallback !== undefined) return fallback;
  if (Array.isArray(values)) return (values as unknown[])[0];
  const union = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (union?.[0]) return exampleOf(union[0], components, name, lists);
  return exampleOfType(schema, components, name, lists);
}

function exampleOfType(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  name: string,
  lists: number,
): unknown {
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type'];
  switch (type) {
    case 'object':
      return exampleObject(schema, components, name, lists);
    case 'array':
      return exampleList(schema, components, name, lists);
    case 'integer':
    case 'number':
      return byName[name] ?? schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return exampleText(schema, name);
    default:
      return {};
  }
}

function exampleList(schema: Schema, components: Readonly<Record<string, Schema>>, name: string, lists: number) {
  const items = (schema['items'] ?? {}) as Schema;
  const isFull = lists >= maxLists && !schema['minItems'];
  return isFull || 'not' in items ? [] : [exampleOf(items, components, name, lists + 1)];
}

function exampleObject(schema: Schema, components: Readonly<Record<string, Schema>>, name: string, lists: number) {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const shown = required.size > 0 ? properties.filter(([key]) => required.has(key)) : properties;
  return Object.fromEntries(
    shown.map(([key, value]) => [
      key,
      exampleOf(value, components, key === 'id' && name in prefixes ? name : key, lists),
    ]),
  );
}

function exampleText(schema: Schema, name: string): string {
  if (schema['format'] === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (schema['format'] === 'uri' || /url|location|app|published/i.test(name))
    return 'https://docs.example.org/handbook';
  const pattern = new RegExp((schema['pattern'] as string | undefined) ?? '', 'u');
  const known = [byName[name]].flat().find((value) => typeof value === 'string' && pattern.test(value));
  if (typeof known === 'string') return known;
  const prefix = prefixes[name];
  return prefix === undefined ? 'text' : `${prefix}_8f3kQ2vXbT0aLw5ZrN1y`;
}
