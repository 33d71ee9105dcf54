import {
  execute,
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
import { LRUCache } from 'lru-cache';
import type { DomainError, ErrorType } from '../lib/errors.ts';
import { compile, type Run } from './compile.ts';
import { costOf, type Cost } from './limits/cost.ts';
import { exceeded, tooComplex, type Limits } from './limits/limits.ts';
import { measure } from './limits/measure.ts';

/** An operation that may be run: parsed, within the limits, valid. */
export interface Operation {
  readonly kind: 'operation';
  readonly type: OperationDefinitionNode['operation'];
  readonly cost: Cost;
  /** Asks for nothing but the schema. */
  readonly isIntrospection: boolean;
  /** Has a field that may take longer than others, such as an import. */
  readonly isLongRunning: boolean;
  readonly run: Run;
}

/** A document that is not run, and why. */
export type Refusal =
  | { readonly kind: 'limit'; readonly failure: DomainError }
  | { readonly kind: 'errors'; readonly type: ErrorType & `query_${string}`; readonly errors: readonly GraphQLError[] };

export interface DocumentsOptions {
  readonly schema: GraphQLSchema;
  readonly limits: Limits;
  readonly introspection: boolean;
}

export type Documents = (query: string, operationName: string | null) => Operation | Refusal;

const maxKept = 1_000;
/** Characters of all kept documents together. */
const maxKeptText = 4_000_000;
/** Objects that do not show in the text: the compiled function and the syntax tree. */
const overheadOfOne = 2_000;

/** Errors of one document that are told; looking for more costs time. */
const maxErrors = 10;

/** Prepares documents, and keeps those that may be run: the next time they are found by their text. */
export function createDocuments(options: DocumentsOptions): Documents {
  const kept = new LRUCache<string, Operation>({
    max: maxKept,
    maxSize: maxKeptText,
    sizeCalculation: (_operation, text) => text.length + overheadOfOne,
  });
  return (query, operationName) => {
    // Neither text holds a NUL: the body was checked.
    const key = operationName === null ? query : `${operationName}\0${query}`;
    const known = kept.get(key);
    if (known) return known;
    const prepared = prepareWithinStack(options, query, operationName);
    if (prepared.kind === 'operation') kept.set(key, prepared);
    return prepared;
  };
}

/** What validation says when comparing fields takes too long (graphql 16.15). */
const givenUp = 'Validation aborted.';

const refused = (type: ErrorType & `query_${string}`, ...errors: readonly GraphQLError[]): Refusal => ({
  kind: 'errors',
  type,
  errors,
});

/** The parser goes one call deeper for each level of a value or type, of which the limits count none but tokens. */
function prepareWithinStack(...asked: Parameters<typeof prepare>): Operation | Refusal {
  try {
    return prepare(...asked);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: 'limit', failure: tooComplex('depth', 'more levels than can be read') };
  }
}

function prepare(options: DocumentsOptions, query: string, operationName: string | null): Operation | Refusal {
  const { schema, limits, introspection } = options;
  const document = parsed(query, limits);
  if (!('definitions' in document)) return document;
  const measures = measure(document);
  const excess = exceeded(measures, limits);
  if (excess) return { kind: 'limit', failure: excess };
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schema, document, rules, { maxErrors, hideSuggestions: true });
  if (errors.some(({ message }) => message === givenUp))
    return { kind: 'limit', failure: tooComplex('repeats', 'too many fields of one name') };
  if (errors.length > 0) return refused('query_invalid', ...errors);
  const operation = getOperationAST(document, operationName);
  if (!operation) return refused('query_invalid', new GraphQLError(unknownOperation(operationName)));
  if (!schema.getRootType(operation.operation))
    return refused('query_invalid', new GraphQLError(`There is no ${operation.operation} here`, { nodes: operation }));
  return {
    kind: 'operation',
    type: operation.operation,
    cost: costOf(schema, document, operation),
    isIntrospection: asksOnlyForTheSchema(operation),
    isLongRunning: mayTakeLong(schema, operation),
    run: compiledOnRepeat(schema, document, operationName),
  };
}

const unknownOperation = (name: string | null) =>
  name === null ? 'The document holds several operations: say which by operationName' : 'No operation of that name';

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

// Only what is written out counts: a fragment here could hold anything, and who has no token needs none.
const asksOnlyForTheSchema = ({ operation, selectionSet }: OperationDefinitionNode) =>
  operation === 'query' &&
  selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && ['__schema', '__type', '__typename'].includes(selection.name.value),
  );

/** A root field says by `extensions: { longRunning: true }` that its work may take as long as an import. */
const mayTakeLong = (schema: GraphQLSchema, { operation, selectionSet }: OperationDefinitionNode) => {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  return selectionSet.selections.some(
    (selection) => selection.kind === Kind.FIELD && fields[selection.name.value]?.extensions['longRunning'] === true,
  );
};

/** Runs by graphql-js at first; a document that comes again is worth compiling. */
function compiledOnRepeat(schema: GraphQLSchema, document: DocumentNode, operationName: string | null): Run {
  const interpreted: Run = (ctx, variables) =>
    execute({ schema, document, contextValue: ctx, variableValues: variables, operationName, hideSuggestions: true });
  let uses = 0;
  let run = interpreted;
  return (ctx, variables) => {
    uses += 1;
    if (uses === 2) run = compiledOr(interpreted, schema, document, operationName);
    return run(ctx, variables);
  };
}

/** What does not compile stays interpreted. So does a request that ran nothing: graphql-js names the place of a bad variable. */
function compiledOr(
  interpreted: Run,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): Run {
  try {
    const compiled = compile(schema, document, { operationName: operationName ?? undefined });
    return (ctx, variables) => {
      const result = compiled(ctx, variables);
      return result instanceof Promise || result.data !== undefined ? result : interpreted(ctx, variables);
    };
  } catch {
    return interpreted;
  }
}
