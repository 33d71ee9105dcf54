import type { Schema } from './input-schema.ts';

const byName: Readonly<Record<string, unknown>> = {
  title: 'Handbook',
  displayName: 'Example user',
  email: 'user@example.org',
  emoji: '📘',
  markdown: 'Looks good to me.',
  slug: 'handbook',
  path: 'guides/handbook',
  name: 'diagram.png',
  count: 1,
};

/** A value that fits the schema, so that a reader sees its shape; references are followed. */
export function exampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, name = '', depth = 0): unknown {
  const { $ref, enum: values, const: constant, default: fallback, examples } = schema as Record<string, never>;
  if (typeof $ref === 'string') {
    const target = components[String($ref).split('/').at(-1) ?? ''];
    return target && depth < 4 ? exampleOf(target, components, name, depth + 1) : {};
  }
  if (Array.isArray(examples)) return (examples as unknown[])[0];
  if (constant !== undefined) return constant;
  if (fallback !== undefined) return fallback;
  if (Array.isArray(values)) return (values as unknown[])[0];
  const union = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (union?.[0]) return exampleOf(union[0], components, name, depth);
  return exampleOfType(schema, components, name, depth);
}

function exampleOfType(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  name: string,
  depth: number,
): unknown {
  const type = Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type'];
  switch (type) {
    case 'object':
      return exampleObject(schema, components, depth);
    case 'array':
      return depth < 4 ? [exampleOf((schema['items'] ?? {}) as Schema, components, name, depth + 1)] : [];
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

function exampleObject(schema: Schema, components: Readonly<Record<string, Schema>>, depth: number) {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const shown = required.size > 0 ? properties.filter(([key]) => required.has(key)) : properties;
  return Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value, components, key, depth)]));
}

function exampleText(schema: Schema, name: string): string {
  if (schema['format'] === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (schema['format'] === 'uri' || /url|location|app|published/i.test(name))
    return 'https://docs.example.org/handbook';
  const known = byName[name];
  if (typeof known === 'string') return known;
  return name === 'id' || /^(organization|space|parent|revision|page)$/.test(name) ? 'id_8f3kQ2vXbT0aLw5ZrN1y' : 'text';
}
