import { isRecord } from '../../../lib/is-record.ts';
import type { AdaptiveSchema, ClaimSchema } from './claims-schema.ts';
import { asGiven, fit, fromText, unsignedName, type Read } from './claims.ts';
import { memberOf } from './template-conditions.ts';

/** A claim that does not count. */
export interface DroppedClaim {
  /** The claim as conditions name it, such as `visitor.claims.unsigned.plan` or `visitor.claims.tags[1]`. */
  readonly claim: string;
  /** Why it does not count. */
  readonly reason: string;
}

/** Maximum number of dropped claims that are listed. */
const maxDropped = 100;

/** Lists the claims that `claimsOf` drops, when `unsigned` of the given claims are unsigned ones. At most 100. */
export function droppedClaims(schema: AdaptiveSchema | null, given: Readonly<Record<string, unknown>>): DroppedClaim[] {
  const dropped: DroppedClaim[] = [];
  for (const [name, value] of Object.entries(given)) {
    const claim = { at: memberOf('visitor.claims', name), read: name === unsignedName ? fromText : asGiven };
    for (const one of dropsIn(findSchema(schema?.properties ?? {}, name), value, claim)) {
      if (dropped.length === maxDropped) return dropped;
      dropped.push(one);
    }
  }
  return dropped;
}

/** A schema may have names that objects inherit, such as `toString`. */
const findSchema = (properties: Readonly<Record<string, ClaimSchema>>, name: string): ClaimSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

interface Place {
  readonly at: string;
  readonly read: Read;
}

function* dropsIn(schema: ClaimSchema | undefined, value: unknown, { at, read }: Place): Generator<DroppedClaim> {
  if (schema === undefined) yield { claim: at, reason: 'is not in the adaptive schema' };
  else if (fit(schema, value, read) === undefined) yield { claim: at, reason: expectationOf(schema) };
  else if (schema.type === 'array' && Array.isArray(value))
    for (const [index, item] of value.entries()) yield* dropsIn(schema.items, item, { at: `${at}[${index}]`, read });
  else if (schema.type === 'object' && isRecord(value))
    for (const [name, member] of Object.entries(value))
      yield* dropsIn(findSchema(schema.properties, name), member, { at: memberOf(at, name), read });
}

const kinds = {
  boolean: 'must be true or false',
  number: 'must be a number',
  string: 'must be a text',
  array: 'must be a list',
  object: 'must be an object',
} as const satisfies Record<ClaimSchema['type'], string>;

const expectationOf = (schema: ClaimSchema): string =>
  schema.type === 'string' && schema.enum
    ? `must be one of the ${schema.enum.length} values of the schema`
    : kinds[schema.type];
