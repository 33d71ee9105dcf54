import {
  Kind,
  Location,
  visit,
  type DocumentNode,
  type VariableDefinitionNode,
  type ExecutionResult,
  type GraphQLSchema,
  type ObjectValueNode,
  type ListValueNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../domain/core/context.ts';
import { schemaToCompile } from './compiled-schema.ts';

/** Executes a document. `event` is that of a subscription. */
export type Run = (
  ctx: Context,
  variables: Record<string, unknown>,
  event?: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

interface CompileOptions {
  readonly operationName?: string | undefined;
  /**
   * Returns enum values as spelled in REST ('share-link') instead of their GraphQL names (SHARE_LINK). Disables the
   * coercion of strings, numbers and booleans; tests check REST bodies against their own schemas.
   */
  readonly contractSpellings?: boolean;
}

/** Compiles a valid document to a function. Throws when it cannot be compiled. */
export function compile(schema: GraphQLSchema, document: DocumentNode, options: CompileOptions = {}): Run {
  refuseUnsafe(document);
  // Parameters of REST requests are never null.
  if (options.contractSpellings !== true) refuseNullableConditions(document);
  const isIntrospection = asksForTheSchema(document);
  const leaves = options.contractSpellings === true ? 'raw' : 'checked';
  const target = isIntrospection ? schema : schemaToCompile(schema, leaves);
  const compiled = compileQuery(target, copied(document), options.operationName, {
    customJSONSerializer: false,
    disablingCapturingStackErrors: true,
    disableLeafSerialization: !isIntrospection,
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`The operation does not compile: ${compiled.errors?.[0]?.message ?? 'no reason given'}`);
  return (ctx, variables, event) => compiled.query(event, ctx, variables);
}

/**
 * Copies the nodes of a document. graphql-jit 0.8.9 writes the conditions of `@skip` and `@include` into the nodes, so two
 * documents that share a fragment would apply the conditions of each other.
 */
function copied<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copied) as Value;
  if (typeof value !== 'object' || value === null || !('kind' in value) || value instanceof Location) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied<unknown>(part)])) as Value;
}

const magic = '__MAGIC_';

/**
 * Throws for documents that graphql-jit 0.8.9 compiles incorrectly. It inserts literal arguments into evaluated code
 * and turns texts that contain its markers (`__MAGIC_DATE__…`) into expressions, so a caller could execute code. It
 * uses names as plain object keys. It turns an omitted variable inside an object or list into null, which would clear a
 * value that should not change; one with a default is never omitted. Each case has a test that fails when the workaround is no longer needed.
 */
function refuseUnsafe(document: DocumentNode): void {
  const filled = variablesWithDefault(document);
  const refuseVariables = (node: ObjectValueNode | ListValueNode) => {
    const parts = node.kind === Kind.LIST ? node.values : node.fields.map(({ value }) => value);
    if (parts.some((part) => part.kind === Kind.VARIABLE && !filled.has(part.name.value)))
      refuse('a variable inside an object or list');
  };
  visit(document, {
    [Kind.STRING]: ({ value }) => (value.includes(magic) ? refuse('a marker of the compiler') : undefined),
    [Kind.NAME]: ({ value }) =>
      value.includes(magic) || value in Object.prototype ? refuse(`the name ${value}`) : undefined,
    [Kind.OBJECT]: (node) => refuseVariables(node),
    [Kind.LIST]: (node) => refuseVariables(node),
  });
}

/** Returns the variables that have a default in every operation that declares them. */
function variablesWithDefault(document: DocumentNode): ReadonlySet<string> {
  const declared = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const nameIn = ({ variable }: VariableDefinitionNode) => variable.name.value;
  const without = new Set(declared.filter(({ defaultValue }) => defaultValue === undefined).map(nameIn));
  return new Set(declared.map(nameIn).filter((name) => !without.has(name)));
}

/** Whether a document selects the schema, which would show the types of `schemaToCompile`. */
function asksForTheSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name: { value } }) => {
      asks ||= value === '__schema' || value === '__type';
    },
  });
  return asks;
}

/** graphql-jit 0.8.9 takes a condition that is null for false; in GraphQL it is an error. */
function refuseNullableConditions(document: DocumentNode): void {
  const nullable = new Set<string>();
  visit(document, {
    [Kind.VARIABLE_DEFINITION]: ({ variable, type }) =>
      type.kind === Kind.NON_NULL_TYPE ? undefined : void nullable.add(variable.name.value),
  });
  visit(document, {
    [Kind.DIRECTIVE]: ({ arguments: conditions = [] }) =>
      conditions.some(({ value }) => value.kind === Kind.VARIABLE && nullable.has(value.name.value))
        ? refuse('a condition that may be null')
        : undefined,
  });
}

function refuse(what: string): never {
  throw new Error(`The operation does not compile: it contains ${what}`);
}
