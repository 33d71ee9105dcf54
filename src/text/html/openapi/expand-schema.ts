import { isRecord } from '../../../lib/is-record.ts';
import { stringOf } from '../../rich-text/document.ts';
import type { Resolve } from '../../openapi-specs/resolver.ts';
import type { JsonSchema } from './part.ts';

/** Replaces the references in a schema of a file by what they name. */
export type Expand = (schema: unknown, file: string) => JsonSchema;

interface ExpandLimits {
  /** Levels that are expanded. */
  readonly levels: number;
  /** Most schemas that are expanded for the parts of one block. Further ones have a title alone. */
  readonly schemas: number;
}

/** Two levels more than pages show, since a list is a level of its own. */
const wholeLimits: ExpandLimits = { levels: 7, schemas: 5_000 };

/** For parts of which only the types of parameters are shown. */
export const shortLimits: ExpandLimits = { levels: 1, schemas: 200 };

/** Members that are taken as they are. */
const plainMembers = [
  'title type format description enum default const example examples deprecated nullable required minimum maximum minLength',
  'maxLength pattern',
]
  .join(' ')
  .split(' ');

/**
 * Creates a function that expands schemas. One within itself is cut, and has its title alone. The parts of `allOf` become one
 * object, as readers understand them. A schema without a title has the name that its reference gives it.
 */
export function createExpander(resolve: Resolve, { levels, schemas } = wholeLimits): Expand {
  const budget = { left: schemas };
  const expand = (given: unknown, from: string, above: readonly unknown[]): JsonSchema => {
    const { value, file } = resolve(given, from);
    if (!isRecord(value)) return value !== false;
    const name = nameOfReference(given);
    const title = stringOf(value['title']) || name;
    budget.left -= 1;
    if (above.includes(value) || above.length > levels || budget.left < 0) return title === '' ? {} : { title };
    const inside = (schema: unknown) => expand(schema, file, [...above, value]);
    const whole: Record<string, unknown> = {
      ...Object.fromEntries(plainMembers.flatMap((member) => (member in value ? [[member, value[member]]] : []))),
      ...(title !== '' && { title }),
    };
    const { properties, patternProperties, items, additionalProperties } = value;
    const members = [properties, patternProperties].flatMap((named) => (isRecord(named) ? Object.entries(named) : []));
    if (isRecord(properties) || members.length > 0)
      whole['properties'] = Object.fromEntries(members.map(([key, one]) => [key, inside(one)]));
    if (items !== undefined) whole['items'] = inside(items);
    if (isRecord(additionalProperties)) whole['additionalProperties'] = inside(additionalProperties);
    for (const union of ['oneOf', 'anyOf']) {
      const parts = value[union];
      if (Array.isArray(parts)) whole[union] = parts.map(inside);
    }
    const { allOf } = value;
    return Array.isArray(allOf) ? joinParts(allOf.map(inside), whole) : whole;
  };
  return (schema, file) => expand(schema, file, []);
}

/** The name that a reference gives: `Pet` of `#/components/schemas/Pet`. */
const nameOfReference = (given: unknown): string =>
  isRecord(given) && typeof given['$ref'] === 'string' ? (/\/([^/]{1,100})$/.exec(given['$ref'])?.[1] ?? '') : '';

/** Joins the parts of `allOf` with the members beside it, which come last. */
function joinParts(parts: readonly JsonSchema[], own: Readonly<Record<string, unknown>>): JsonSchema {
  const all = [...parts.filter(isRecord), own];
  const properties = Object.assign({}, ...all.map((one) => one['properties'])) as Record<string, unknown>;
  const required = all.flatMap((one) => (Array.isArray(one['required']) ? one['required'] : []));
  const joined = Object.assign({}, ...all, 'title' in own ? {} : { title: undefined }) as Record<string, unknown>;
  const clashing = ['oneOf', 'anyOf'].filter((union) => all.filter((one) => union in one).length > 1);
  // Each of several unions must hold, so that none replaces another.
  const together = clashing.flatMap((union) => all.flatMap((one) => (union in one ? [{ [union]: one[union] }] : [])));
  for (const union of clashing) Reflect.deleteProperty(joined, union);
  return {
    ...joined,
    ...(together.length > 0 && { allOf: together }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
