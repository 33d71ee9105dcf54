import type { Schema } from './input-schema.ts';

/** The same schema without what zod adds and readers stumble over: null as a union, bounds of every integer, names of keys. */
export const plain = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => (isSchema(value) ? simpler(value) : value)) as Schema;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function simpler(found: Schema): Schema {
  const schema = { ...found };
  delete schema['propertyNames'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  return nullable(schema) ?? schema;
}

/** `anyOf: [{ type: 'string', … }, { type: 'null' }]` → `type: ['string', 'null']`. */
function nullable({ anyOf, ...rest }: Schema): Schema | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [some, none] = anyOf as [Schema, Schema];
  if (none['type'] !== 'null' || typeof some['type'] !== 'string') return null;
  const values = Array.isArray(some['enum']) ? { enum: [...(some['enum'] as unknown[]), null] } : {};
  return { ...some, ...rest, type: [some['type'], 'null'], ...values };
}
