import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapi } from '../src/rest/openapi.ts';
import type { Schema } from '../src/rest/schema.ts';

// Stops at the first fault: with all of them, the variants of a page multiply with each level of a deep tree.
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openapi('0') });

const compiled = new Map<string, ValidateFunction>();
// Most schemas are those of a route: their text is written once.
const known = new WeakMap<Schema, ValidateFunction>();

/** Where a body does not match a schema of the OpenAPI document; null when it matches. */
export function faultsOf(schema: Schema, body: unknown): readonly ErrorObject[] | null {
  const validate = known.get(schema) ?? compile(schema);
  known.set(schema, validate);
  return validate(body) ? null : (validate.errors ?? []);
}

function compile(schema: Schema): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate =
    compiled.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/components/', '"openapi#/components/')) as Schema);
  compiled.set(key, validate);
  return validate;
}
