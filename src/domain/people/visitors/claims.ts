import { isRecord } from '../../../lib/is-record.ts';
import type { AdaptiveSchema, ClaimSchema } from './claims-schema.ts';

/** The claims of a visitor: plain data that matches the site's schema. */
export type Claims = Readonly<Record<string, unknown>>;

interface GivenClaims {
  /** Payload of a verified visitor token. */
  readonly signed?: unknown;
  /** Claims sent by the visitor's browser, without a signature. */
  readonly unsigned?: unknown;
}

export const unsignedName = 'unsigned';

/**
 * Selects the claims that match the schema; others are dropped. Unsigned claims are only under `unsigned`, so that they
 * cannot pass for signed ones.
 */
export function claimsOf(schema: AdaptiveSchema | null, { signed, unsigned }: GivenClaims): Claims {
  if (schema === null) return {};
  const { [unsignedName]: unsignedSchema, ...properties } = schema.properties;
  const claims = membersOf(properties, signed, asGiven);
  if (unsignedSchema === undefined || unsigned === undefined) return claims;
  const fitting = fit(unsignedSchema, unsigned, fromText);
  return fitting === undefined ? claims : { ...claims, [unsignedName]: fitting };
}

/** Converts a value before it is validated. */
export type Read = (type: ClaimSchema['type'], value: unknown) => unknown;

export const asGiven: Read = (_type, value) => value;

/** Unsigned claims may come from URLs, where every value is text. */
export const fromText: Read = (type, value) => {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value);
  return value;
};

/** Returns the part of a value that matches the schema; undefined when nothing does. */
export function fit(schema: ClaimSchema, given: unknown, read: Read): unknown {
  const value = read(schema.type, given);
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value) ?? true) ? value : undefined;
    case 'array':
      return Array.isArray(value)
        ? value.map((item) => fit(schema.items, item, read)).filter((item) => item !== undefined)
        : undefined;
    case 'object':
      return isRecord(value) ? membersOf(schema.properties, value, read) : undefined;
  }
}

function membersOf(properties: Readonly<Record<string, ClaimSchema>>, value: unknown, read: Read): Claims {
  if (!isRecord(value)) return {};
  const members: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const member = Object.hasOwn(value, name) ? fit(schema, value[name], read) : undefined;
    if (member !== undefined) members.push([name, member]);
  }
  return Object.fromEntries(members);
}
