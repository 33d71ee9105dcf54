import type { AdaptiveSchema, ClaimSchema } from './claims-schema.ts';
import { maxTemplateConditions } from './fields.ts';

/** A condition derived from a schema. */
export interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

/**
 * Derives conditions from a schema, in its order: one for each boolean claim and each value of an enum. Limited to 50.
 */
export function templateConditions(schema: AdaptiveSchema | null): TemplateCondition[] {
  return schema === null
    ? []
    : conditionsOn('visitor.claims', { ...schema, type: 'object' }).slice(0, maxTemplateConditions);
}

function conditionsOn(path: string, claim: ClaimSchema): TemplateCondition[] {
  switch (claim.type) {
    case 'boolean':
      return [{ description: claim.description ?? `${path} is true`, condition: `${path} === true` }];
    case 'string':
      return (claim.enum ?? []).map((value) => ({
        description: `${claim.description ?? path}: ${value}`,
        condition: `${path} === ${quoted(value)}`,
      }));
    case 'object':
      return Object.entries(claim.properties).flatMap(([name, inner]) => conditionsOn(memberOf(path, name), inner));
    case 'number':
    case 'array':
      return [];
  }
}

/** The expression for a member. */
export const memberOf = (path: string, name: string) =>
  /^[A-Za-z]\w*$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`;

/** JSON strings are valid strings of the expression language. */
const quoted = (text: string) => JSON.stringify(text);
