/** Keywords of OpenAPI 3.1 that 3.0 does not have, and that no generated client needs. */
const unknown = new Set([
  'examples',
  'propertyNames',
  'identifier',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'contentEncoding',
]);

/** The same document in OpenAPI 3.0, for generators that do not read 3.1. */
export function toOpenapi30(document) {
  return { ...converted(document), openapi: '3.0.3' };
}

function converted(node, isMap = false) {
  if (Array.isArray(node)) return node.map((item) => converted(item));
  if (typeof node !== 'object' || node === null) return node;
  // The members of `properties` have names of their own, which are no keywords.
  const entries = Object.entries(node).filter(([key]) => isMap || !unknown.has(key));
  const result = Object.fromEntries(
    entries.map(([key, value]) => [key, converted(value, key === 'properties' && !isMap)]),
  );
  return isMap ? result : withoutNull(result);
}

/** OpenAPI 3.0 has no type `null` and no constants, and its bearer tokens have no scopes. */
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
