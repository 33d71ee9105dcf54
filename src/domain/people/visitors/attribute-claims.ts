import { fit, fromText, unsignedName, type Claims, type Read } from './claims.ts';
import type { AdaptiveSchema } from './claims-schema.ts';

/** The texts of an attribute are one value, unless the schema wants a list. */
const fromAttribute: Read = (type, value) => {
  if (!Array.isArray(value)) return fromText(type, value);
  if (type === 'array') return value;
  return value.length === 1 ? fromText(type, value[0]) : undefined;
};

/**
 * Selects the attributes of an assertion that match the schema. One whose name is a URL is also known by the last part of it, as
 * `groups` for `http://schemas.example.org/claims/groups`.
 */
export function claimsOfAttributes(
  schema: AdaptiveSchema | null,
  attributes: Readonly<Record<string, readonly string[]>>,
): Claims {
  if (schema === null) return {};
  const { [unsignedName]: _unsigned, ...properties } = schema.properties;
  const short = Object.entries(attributes).flatMap(([name, texts]) => {
    const end = /^https?:\/\/.*\/([^/]+)$/.exec(name)?.[1];
    return end === undefined ? [] : [[end, texts] as const];
  });
  const named = { ...Object.fromEntries(short), ...attributes };
  return fit({ type: 'object', properties, additionalProperties: false }, named, fromAttribute) as Claims;
}
