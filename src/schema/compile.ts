import { isEnumType, Kind, visit, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../domain/context.ts';

export type Run = (ctx: Context, variables: Record<string, unknown>) => ExecutionResult | Promise<ExecutionResult>;

interface CompileOptions {
  readonly operationName?: string | undefined;
  /** Hand out enum values as the contract spells them ('share-link'), not by GraphQL name (SHARE_LINK). */
  readonly contractSpellings?: boolean;
}

/** A document that is valid for the schema, as a function. Throws when it cannot be compiled. */
export function compile(schema: GraphQLSchema, document: DocumentNode, options: CompileOptions = {}): Run {
  refuseUnsafe(document);
  const compiled = compileQuery(schema, document, options.operationName, {
    customJSONSerializer: false,
    disablingCapturingStackErrors: true,
    ...(options.contractSpellings ? { customSerializers: internalValues(schema) } : {}),
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`The operation does not compile: ${compiled.errors?.[0]?.message ?? 'no reason given'}`);
  return (ctx, variables) => compiled.query(undefined, ctx, variables);
}

function internalValues(schema: GraphQLSchema) {
  const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type) && !type.name.startsWith('__'));
  return Object.fromEntries(enums.map((type) => [type.name, (value: unknown) => value]));
}

const magic = '__MAGIC_';

/**
 * graphql-jit 0.8.9 writes literal arguments into the code it evaluates, and turns texts that begin
 * with its markers (`__MAGIC_DATE__…`) into expressions: a caller's text would run. It also uses
 * names as plain object keys. To be removed when it escapes what it writes.
 */
function refuseUnsafe(document: DocumentNode): void {
  const refuse = (text: string) => {
    throw new Error(`The operation does not compile: it holds ${JSON.stringify(text.slice(0, 60))}`);
  };
  visit(document, {
    [Kind.STRING]: ({ value }) => {
      if (value.includes(magic)) refuse(value);
    },
    [Kind.NAME]: ({ value }) => {
      if (value.includes(magic) || value in Object.prototype) refuse(value);
    },
  });
}
