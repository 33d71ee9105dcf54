import {
  execute,
  getArgumentValues,
  getOperationAST,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { DomainError, ErrorType } from '../lib/errors.ts';
import { isAnonymousOperation } from './anonymous.ts';
import { compile, type Run } from './compile.ts';
import {
  bytesOfDocument,
  createCompiledCache,
  createOperationCache,
  usesPerCompilation,
  type CompiledCache,
} from './document-caches.ts';
import { measureCost, type Cost } from './limits/cost.ts';
import { findCostliestList } from './limits/costliest-list.ts';
import { exceeded, tooComplex, type Limits } from './limits/limits.ts';
import { measure } from './limits/measure.ts';
import { beginOf, findConditionalSubscription, type Begin } from './subscriptions.ts';

/** A parsed and valid operation within the limits. */
export interface Operation {
  readonly kind: 'operation';
  readonly type: OperationDefinitionNode['operation'];
  /** Its name in the document; null when it has none. */
  readonly name: string | null;
  readonly cost: Cost;
  /** The list that most objects come from; see `findCostliestList`. */
  readonly costliestList: (variables: Readonly<Record<string, unknown>>) => string | null;
  /** Whether it selects only introspection fields. */
  readonly isIntrospection: boolean;
  /**
   * Returns the arguments of its mutation field for given variables; null unless it is a mutation with exactly one
   * field.
   */
  readonly onlyMutation: ((variables: Variables) => Readonly<Record<string, unknown>>) | null;
  /** Whether it selects only fields that need no token. */
  readonly isAnonymous: boolean;
  /** Whether it has a long-running field, such as an import. */
  readonly isLongRunning: boolean;
  /** Memory that it occupies in the cache, in bytes. */
  readonly bytes: number;
  readonly run: Run;
  /** Begins a subscription, whose events `run` executes. */
  readonly begin: Begin;
}

/** A refused document with its errors. */
export type Refusal =
  | { readonly kind: 'limit'; readonly failure: DomainError }
  | { readonly kind: 'errors'; readonly type: ErrorType & `query_${string}`; readonly errors: readonly GraphQLError[] };

export interface DocumentsOptions {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
  readonly introspection: boolean;
}

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** Parameters of one preparation, besides the options. */
interface PrepareOptions extends DocumentsOptions {
  readonly suggests: boolean;
  readonly compiled: CompiledCache;
}

/** Prepares an operation. `suggests` adds known names to errors about unknown ones. */
export type Documents = (query: string, operationName: string | null, suggests?: boolean) => Operation | Refusal;

/** Maximum number of validation errors reported per document, because finding more takes time. */
const maxErrors = 10;

/** Creates a function that prepares documents and caches valid ones by their text. */
export function createDocuments(options: DocumentsOptions): Documents {
  const operations = createOperationCache<Operation>();
  const compiled = createCompiledCache();
  return (query, operationName, suggests = false) => {
    // NUL is a safe separator, because request bodies cannot contain it.
    const key = operationName === null ? query : `${operationName}\0${query}`;
    const cached = operations.get(key);
    if (cached) return cached;
    const prepared = prepareWithinStack({ ...options, suggests, compiled }, query, operationName);
    if (prepared.kind === 'operation') operations.set(key, prepared);
    return prepared;
  };
}

/** Error message of graphql 16.15 when validation aborts at the maximum number of errors. */
const validationAborted = 'Validation aborted.';

const refused = (type: ErrorType & `query_${string}`, ...errors: readonly GraphQLError[]): Refusal => ({
  kind: 'errors',
  type,
  errors,
});

/**
 * Reports a stack overflow as a refusal. The parser recurses per level of values and types, which only the token limit
 * bounds.
 */
function prepareWithinStack(...asked: Parameters<typeof prepare>): Operation | Refusal {
  try {
    return prepare(...asked);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'limit', failure: tooComplex('depth', 'more levels than can be read') };
  }
}

function prepare(options: PrepareOptions, query: string, operationName: string | null): Operation | Refusal {
  const { schema, limits, introspection, suggests } = options;
  const document = parsed(query, limits);
  if (!('definitions' in document)) return document;
  const measures = measure(document);
  const excess = exceeded(measures, limits);
  if (excess) return { kind: 'limit', failure: excess };
  const conditional = findConditionalSubscription(document);
  if (conditional)
    return refused(
      'query_invalid',
      new GraphQLError('The field of a subscription cannot have @skip or @include', { nodes: conditional }),
    );
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, rules, { maxErrors, hideSuggestions: !introspection || !suggests });
  if (errors.some(({ message }) => message === validationAborted))
    return { kind: 'limit', failure: tooComplex('repeats', 'too many fields of one name') };
  if (errors.length > 0) return refused('query_invalid', ...errors);
  const operation = getOperationAST(document, operationName);
  if (!operation) return refused('query_invalid', new GraphQLError(unknownOperation(operationName)));
  if (!schema.getRootType(operation.operation))
    return refused(
      'query_invalid',
      new GraphQLError(`Operations of type ${operation.operation} are not supported`, { nodes: operation }),
    );
  return {
    kind: 'operation',
    type: operation.operation,
    name: operation.name?.value ?? null,
    cost: measureCost(schema, document, operation),
    costliestList: (variables) => findCostliestList(schema, document, operation, variables),
    isIntrospection: asksOnlyForTheSchema(operation),
    onlyMutation: onlyMutationOf(schema, operation),
    isAnonymous: isAnonymousOperation(schema, operation),
    isLongRunning: mayTakeLong(schema, operation),
    bytes: bytesOfDocument(query, document),
    begin: beginOf(schema, document, operationName),
    run: compiledWhenUsedOften(options, document, { operationName, fields: measures.fields }),
  };
}

const unknownOperation = (name: string | null) =>
  name === null
    ? 'The document contains several operations. Set operationName to select one'
    : 'The document contains no operation named by operationName';

function parsed(query: string, limits: Limits): DocumentNode | Refusal {
  try {
    return parse(query, { maxTokens: limits.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return /contains more that? \d+ tokens/.test(error.message)
      ? { kind: 'limit', failure: tooComplex('tokens', `more than ${limits.tokens} tokens`) }
      : refused('query_syntax', error);
  }
}

// Whether an operation selects only the schema. Operations with fragments do not qualify, because fragments could
// select other fields. Callers without a token need no fragments.
const asksOnlyForTheSchema = ({ operation, selectionSet }: OperationDefinitionNode) =>
  operation === 'query' &&
  selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && ['__schema', '__type', '__typename'].includes(selection.name.value),
  );

function onlyMutationOf(schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode) {
  const [node, ...more] = selectionSet.selections;
  if (operation !== 'mutation' || node?.kind !== Kind.FIELD || more.length > 0) return null;
  const field = schema.getMutationType()?.getFields()[node.name.value];
  return field ? (variables: Variables) => getArgumentValues(field, node, variables) : null;
}

/** Whether an operation has a root field that declares long-running work with `extensions: { longRunning: true }`. */
const mayTakeLong = (schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode) => {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  return selectionSet.selections.some(
    (selection) => selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions['longRunning'] === true,
  );
};

/**
 * Creates a function that executes a document with graphql-js, and compiles it once it is used often, if memory allows.
 */
function compiledWhenUsedOften(
  { schema, introspection, compiled }: PrepareOptions,
  document: DocumentNode,
  { operationName, fields }: { readonly operationName: string | null; readonly fields: number },
): Run {
  const interpreted: Run = (ctx, variables, event) =>
    execute({
      schema,
      document,
      rootValue: event,
      contextValue: ctx,
      variableValues: variables,
      operationName,
      hideSuggestions: !introspection || ctx.actor.userId === '',
    });
  let uses = 0;
  return (ctx, variables, event) => {
    const known = compiled.get(document);
    if (known) return known(ctx, variables, event);
    uses += 1;
    const isEarned = uses % usesPerCompilation === 0 && compiled.holds(fields);
    const run = isEarned ? compiledOr(interpreted, schema, document, operationName) : interpreted;
    if (isEarned) compiled.set(document, run, fields);
    return run(ctx, variables, event);
  };
}

/**
 * Falls back to graphql-js for documents that cannot be compiled, and for invalid variables, whose position graphql-js
 * reports.
 */
function compiledOr(
  interpreted: Run,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): Run {
  try {
    const compiled = compile(schema, document, { operationName: operationName ?? undefined });
    return (ctx, variables, event) => {
      const result = compiled(ctx, variables, event);
      return result instanceof Promise || result.data !== undefined ? result : interpreted(ctx, variables, event);
    };
  } catch {
    return interpreted;
  }
}
