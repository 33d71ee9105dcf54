import type { Schema } from '../../../src/rest/schema.ts';

/** Of several values, the first that fits the pattern of the schema is taken. */
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
  type: 'builtin:openapi',
  count: 1,
  secret: 'q3J0mZx8VtYw5RkB2nLc',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

/** Lists within this many lists are empty, because pages contain pages and conditions contain conditions. */
const maxLists = 2;

/** A value that fits the schema, so that a reader sees its shape; references are followed. */
export function exampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, name = '', lists = 0): unknown {
  const { $ref, enum: values, const: constant, default: fallback, examples } = schema as Record<string, never>;
  if (typeof $ref === 'string') {
    const target = components[String($ref).split('/').at(-1) ?? ''];
    if (!target) throw new Error(`The document has no ${String($ref)}`);
    // Not the example of the whole component, which has lists that this one may not.
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
      return exampleObject(schema, components, lists);
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

function exampleObject(schema: Schema, components: Readonly<Record<string, Schema>>, lists: number) {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const shown = required.size > 0 ? properties.filter(([key]) => required.has(key)) : properties;
  return Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value, components, key, lists)]));
}

function exampleText(schema: Schema, name: string): string {
  if (schema['format'] === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (schema['format'] === 'uri' || /url|location|app|published/i.test(name))
    return 'https://docs.example.org/handbook';
  const pattern = new RegExp((schema['pattern'] as string | undefined) ?? '', 'u');
  const known = [byName[name]].flat().find((value) => typeof value === 'string' && pattern.test(value));
  if (typeof known === 'string') return known;
  return name === 'id' || /^(organization|space|parent|revision|page)$/.test(name) ? 'id_8f3kQ2vXbT0aLw5ZrN1y' : 'text';
}
