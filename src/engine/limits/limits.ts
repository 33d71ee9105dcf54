import type { Config } from '../../config.ts';
import { failure, type DomainError } from '../../lib/errors.ts';
import type { Measures } from './measure.ts';

/** Limits of one GraphQL operation. See docs/reference/limits.md. */
export interface Limits {
  readonly tokens: number;
  readonly depth: number;
  readonly introspectionDepth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly mutations: number;
  readonly directives: number;
  readonly fragments: number;
  readonly fields: number;
  readonly repeats: number;
  /** Maximum number of objects in the response. */
  readonly cost: number;
}

/** Depth of the introspection query of common clients, which nests `ofType` nine times. */
const introspectionDepth = 15;
const fragments = 50;
const repeats = 50;

/** Reads the limits from the configuration. */
export const limitsOf = (config: Config): Limits => ({
  tokens: config.GRAPHQL_MAX_TOKENS,
  depth: config.GRAPHQL_MAX_DEPTH,
  introspectionDepth,
  aliases: config.GRAPHQL_MAX_ALIASES,
  rootFields: config.GRAPHQL_MAX_ROOT_FIELDS,
  mutations: config.GRAPHQL_MAX_MUTATIONS,
  directives: config.GRAPHQL_MAX_DIRECTIVES,
  fragments,
  // Only fragments multiply fields. Without them, a document has fewer fields than tokens.
  fields: config.GRAPHQL_MAX_TOKENS,
  repeats,
  cost: config.GRAPHQL_MAX_COST,
});

const rules: ReadonlyArray<readonly [limit: keyof Limits & keyof Measures, what: string]> = [
  ['fragments', 'fragments'],
  ['depth', 'levels of fields'],
  ['introspectionDepth', 'levels of introspection'],
  ['rootFields', 'fields at the top'],
  ['mutations', 'mutations'],
  ['aliases', 'aliases'],
  ['directives', 'directives'],
  ['repeats', 'repetitions of one field'],
  ['fields', 'fields once its fragments are spread'],
];

/** The error for the first exceeded limit, or null. */
export function exceeded(measures: Measures, limits: Limits): DomainError | null {
  const broken = rules.find(([limit]) => measures[limit] > limits[limit]);
  return broken ? tooComplex(broken[0], `more than ${limits[broken[0]]} ${broken[1]}`) : null;
}

/** Creates a query_too_complex error. `rule` names the limit. */
export const tooComplex = (rule: keyof Limits, excess: string) =>
  failure('query_too_complex', `The query has ${excess}`, {
    details: [{ path: 'query', rule, message: `The query has ${excess}` }],
  });
