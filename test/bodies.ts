import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapi } from '../src/rest/openapi.ts';
import type { Schema } from '../src/rest/schema.ts';

// Stops at the first error. With all errors, those of the variants of a page would multiply with each level of a deep
// tree.
// Most of what is compiled is used a few times, so that it is not optimized. That the document is valid is tested on its own.
const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...closed(JSON.stringify(openapi('0'))) });

const compiled = new Map<string, ValidateFunction>();
// Most schemas belong to a route, so each is compiled once.
const known = new WeakMap<Schema, ValidateFunction>();

/** Returns the errors of a body against a schema of the OpenAPI document; null when it matches. */
export function findFaults(schema: Schema, body: unknown): readonly ErrorObject[] | null {
  const validate = known.get(schema) ?? compile(schema);
  known.set(schema, validate);
  return validate(body) ? null : (validate.errors ?? []);
}

function compile(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = compiled.get(key) ?? ajv.compile(closed(key.replaceAll('"#/components/', '"openapi#/components/')));
  compiled.set(key, validate);
  return validate;
}

/**
 * Closes every object of a schema. Clients accept members that the document does not list, but the server must not send
 * any.
 */
function closed(text: string): Schema {
  return JSON.parse(text, (_key, value: unknown) =>
    isOpenObject(value) ? { ...value, additionalProperties: false } : value,
  ) as Schema;
}

function isOpenObject(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || !('properties' in value) || !('type' in value)) return false;
  return value.type === 'object' && !('additionalProperties' in value);
}
