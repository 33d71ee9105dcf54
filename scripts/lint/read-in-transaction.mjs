/** Names of the types that a type refers to: `Pick<Context, 'sql'>` → `Pick`, `Context`. */
function namesOfTypes(type) {
  if (type?.type !== 'TSTypeReference') return [];
  return [type.typeName.name, ...(type.typeArguments?.params ?? []).flatMap(namesOfTypes)];
}

/**
 * A function of the domain whose name begins with `read` authorizes nothing, so it reads only what its transaction has
 * locked or written. The type of its context says so, which the compiler checks at every call. See ARCHITECTURE.md.
 */
export const readInTransactionRule = {
  meta: { type: 'problem', docs: { description: 'A function read… of the domain takes a TransactionContext.' } },
  create(context) {
    if (!/[\\/]src[\\/]domain[\\/]/.test(context.filename)) return {};
    const check = (name, { params: [first] }) => {
      if (!/^read[A-Z]/.test(name?.name ?? '') || first === undefined) return;
      const types = namesOfTypes(first.typeAnnotation?.typeAnnotation);
      if (types.includes('TransactionContext') || (!types.includes('Context') && first.name !== 'ctx')) return;
      context.report({
        node: name,
        message: `${name.name} takes a TransactionContext, or begins with load when the caller was authorized elsewhere`,
      });
    };
    return {
      FunctionDeclaration: (node) => check(node.id, node),
      VariableDeclarator: ({ id, init }) => {
        if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') check(id, init);
      },
    };
  },
};
