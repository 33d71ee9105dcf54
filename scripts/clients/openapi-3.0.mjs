import { readFileSync } from 'node:fs';

/** Reads a document without the defaults of its lists. */
export const withoutListDefaults = (file) =>
  JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    key === 'default' && Array.isArray(value) ? undefined : value,
  );

/** Keywords of OpenAPI 3.1 that 3.0 does not have and generated clients do not need. */
const unknown = new Set([
  'examples',
  'propertyNames',
  'identifier',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'contentEncoding',
]);

/**
 * Converts a document to OpenAPI 3.0, for generators that do not support 3.1. Unions of objects become one object, because the
 * last generator for Python on npm makes one class of a union, which demands the members of all its forms.
 */
export function toOpenapi30(document) {
  // 3.0 has no webhooks, and the generators make no use of them.
  const { components, webhooks: _webhooks, ...rest } = converted(document);
  const merge = (node) => mergedUnions(node, components.schemas);
  return { ...merge(rest), components: merge(components), openapi: '3.0.3' };
}

function mergedUnions(node, schemas) {
  if (Array.isArray(node)) return node.map((item) => mergedUnions(item, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { oneOf, anyOf, ...others } = node;
  const forms = (oneOf ?? anyOf)?.flatMap((form) => formsOf(form, schemas));
  const isUnion = forms?.every(({ properties }) => properties) ?? false;
  const merged = isUnion ? { ...others, ...mergedForms(forms) } : node;
  return Object.fromEntries(Object.entries(merged).map(([key, value]) => [key, mergedUnions(value, schemas)]));
}

/** Returns the forms of a union, with those of unions in it. */
function formsOf(form, schemas) {
  const schema = form.$ref ? schemas[form.$ref.split('/').at(-1)] : form;
  return (schema.oneOf ?? schema.anyOf)?.flatMap((one) => formsOf(one, schemas)) ?? [schema];
}

/** Returns the object that each form is: what all of them require, and what any of them has. */
function mergedForms(forms) {
  const names = [...new Set(forms.flatMap(({ properties }) => Object.keys(properties)))];
  const isRequired = (name) => forms.every(({ required = [] }) => required.includes(name));
  const merged = names.map((name) => [name, mergedMembers(forms.flatMap(({ properties }) => properties[name] ?? []))]);
  const required = names.filter(isRequired);
  return { type: 'object', properties: Object.fromEntries(merged), ...(required.length > 0 ? { required } : {}) };
}

function mergedMembers([first, ...more]) {
  if (more.every((one) => JSON.stringify(one) === JSON.stringify(first))) return first;
  const values = [first, ...more].flatMap((one) => one.enum ?? [null]);
  return values.includes(null) ? {} : { type: 'string', enum: [...new Set(values)] };
}

function converted(node, isMap = false) {
  if (Array.isArray(node)) return node.map((item) => converted(item));
  if (typeof node !== 'object' || node === null) return node;
  // The members of `properties` have arbitrary names, which are not keywords.
  const entries = Object.entries(node).filter(([key]) => isMap || !unknown.has(key));
  const result = Object.fromEntries(
    entries.map(([key, value]) => [key, converted(value, key === 'properties' && !isMap)]),
  );
  return isMap ? result : withoutNull(result);
}

/** Converts types with `null`, constants and scopes of bearer tokens, which OpenAPI 3.0 does not have. */
function withoutNull({ const: constant, ...node }) {
  if (Array.isArray(node.token)) return { ...node, token: [] };
  const schema = typeof constant === 'string' ? { ...node, enum: [constant] } : node;
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key]) && schema[key].some(isNull)) {
      const { [key]: all, ...others } = schema;
      const rest = all.filter((one) => !isNull(one));
      if (rest.length > 1) return { ...others, nullable: true, [key]: rest };
      return rest[0].$ref ? { ...others, nullable: true, allOf: rest } : { ...rest[0], ...others, nullable: true };
    }
  if (!Array.isArray(schema.type)) return schema;
  const { type, enum: values, ...others } = schema;
  const [first, ...more] = type.filter((name) => name !== 'null');
  return {
    ...others,
    ...(more.length === 0 ? { type: first } : {}),
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
    nullable: true,
  };
}

const isNull = (schema) => schema.type === 'null';
