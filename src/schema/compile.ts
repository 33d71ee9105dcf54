import {
  Kind,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type ObjectValueNode,
  type ListValueNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../domain/context.ts';

export type Run = (ctx: Context, variables: Record<string, unknown>) => ExecutionResult | Promise<ExecutionResult>;

interface CompileOptions {
  readonly operationName?: string | undefined;
  /**
   * Hand out enum values as the contract spells them ('share-link'), not by GraphQL name (SHARE_LINK). Strings, numbers
   * and booleans are then taken as the resolvers give them: REST bodies have schemas of their own, tested.
   */
  readonly contractSpellings?: boolean;
}

/** A document that is valid for the schema, as a function. Throws when it cannot be compiled. */
export function compile(schema: GraphQLSchema, document: DocumentNode, options: CompileOptions = {}): Run {
  refuseUnsafe(document);
  const compiled = compileQuery(schema, document, options.operationName, {
    customJSONSerializer: false,
    disablingCapturingStackErrors: true,
    disableLeafSerialization: options.contractSpellings === true,
  });
  if (!isCompiledQuery(compiled))
    throw new Error(`The operation does not compile: ${compiled.errors?.[0]?.message ?? 'no reason given'}`);
  return (ctx, variables) => compiled.query(undefined, ctx, variables);
}

const magic = '__MAGIC_';

/**
 * Throws for what graphql-jit 0.8.9 compiles wrongly. It writes literal arguments into the code it
 * evaluates, and turns texts with its markers (`__MAGIC_DATE__…`) into expressions: a caller's text
 * would run. It uses names as plain object keys. And an omitted variable inside an object or list
 * becomes a null, which would clear what should stay unchanged. Each has a test that says when this
 * may go.
 */
function refuseUnsafe(document: DocumentNode): void {
  const refuse = (what: string): never => {
    throw new Error(`The operation does not compile: it holds ${what}`);
  };
  const refuseVariables = (node: ObjectValueNode | ListValueNode) => {
    const parts = node.kind === Kind.LIST ? node.values : node.fields.map(({ value }) => value);
    if (parts.some(({ kind }) => kind === Kind.VARIABLE)) refuse('a variable inside an object or list');
  };
  visit(document, {
    [Kind.STRING]: ({ value }) => (value.includes(magic) ? refuse('a marker of the compiler') : undefined),
    [Kind.NAME]: ({ value }) =>
      value.includes(magic) || value in Object.prototype ? refuse(`the name ${value}`) : undefined,
    [Kind.OBJECT]: (node) => refuseVariables(node),
    [Kind.LIST]: (node) => refuseVariables(node),
  });
}
