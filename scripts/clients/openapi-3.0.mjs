/** Keywords of OpenAPI 3.1 that 3.0 does not have and generated clients do not need. */
const unknown = new Set([
  'examples',
  'propertyNames',
  'identifier',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'contentEncoding',
]);

/** Converts a document to OpenAPI 3.0, for generators that do not support 3.1. */
export function toOpenapi30(document) {
  return { ...converted(document), openapi: '3.0.3' };
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
