import { isEnumType, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../domain/context.ts';

export type Run = (ctx: Context, variables: Record<string, unknown>) => Promise<ExecutionResult>;

interface CompileOptions {
  readonly operationName?: string | undefined;
  /** Hand out enum values as the contract spells them ('share-link'), not by GraphQL name (SHARE_LINK). */
  readonly contractSpellings?: boolean;
}

/** A document that is valid for the schema, as a function. Throws when it cannot be compiled. */
export function compile(schema: GraphQLSchema, document: DocumentNode, options: CompileOptions = {}): Run {
  const compiled = compileQuery(schema, document, options.operationName, {
    customJSONSerializer: false,
    disablingCapturingStackErrors: true,
    ...(options.contractSpellings ? { customSerializers: internalValues(schema) } : {}),
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`The operation does not compile: ${compiled.errors?.[0]?.message ?? 'no reason given'}`);
  return async (ctx, variables) => compiled.query(undefined, ctx, variables);
}

function internalValues(schema: GraphQLSchema) {
  const enums = Object.values(schema.getTypeMap()).filter(
    (type) => isEnumType(type) && !type.name.startsWith('__'),
  );
  return Object.fromEntries(enums.map((type) => [type.name, (value: unknown) => value]));
}
