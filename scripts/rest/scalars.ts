import { jsonScalars } from '../../src/lib/form-types.ts';
import type { Schema } from '../../src/rest/schema.ts';

/** JSON Schemas of the scalars of the graph, by name. */
export const scalars: Readonly<Record<string, Schema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  URL: { type: 'string' },
  ...Object.fromEntries(Object.keys(jsonScalars).map((name) => [name, {}])),
};

/** Schema of fields whose type is JSON: an object with any members. Arguments of this type accept any value. */
export const anyObject: Schema = { type: 'object', additionalProperties: {} };
