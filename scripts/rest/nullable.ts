import type { Schema } from '../../src/rest/schema.ts';

/** Returns a schema that also accepts null. */
export const nullable = (schema: Schema): Schema => {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(schema['anyOf'])) {
    const forms = schema['anyOf'] as Schema[];
    return forms.some(({ type }) => type === 'null') ? schema : { ...schema, anyOf: [...forms, { type: 'null' }] };
  }
  if (typeof schema['type'] !== 'string') return schema;
  const values = schema['enum'];
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
};
