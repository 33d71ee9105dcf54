const participles = new Set(['found', 'given', 'kept', 'known', 'made', 'seen', 'taken']);

/** Yields the identifiers that a parameter or the target of a declaration binds. */
function* listBound(target) {
  if (target === null) return;
  if (target.type === 'Identifier') yield target;
  else if (target.type === 'ObjectPattern')
    for (const property of target.properties) yield* listBound(property.value ?? property.argument);
  else if (target.type === 'ArrayPattern') for (const element of target.elements) yield* listBound(element);
  else yield* listBound(target.left ?? target.argument ?? target.parameter ?? null);
}

/**
 * A lone `found` says what its function has looked for. Beside a `known`, neither says what it is. Functions inside of another
 * count to the outermost.
 */
export const participlesRule = {
  meta: { type: 'suggestion', docs: { description: 'A function has one name at most that is a bare participle.' } },
  create(context) {
    const names = [];
    let depth = 0;
    const add = (target) => {
      for (const { name } of listBound(target)) if (participles.has(name) && !names.includes(name)) names.push(name);
    };
    const enter = ({ params }) => {
      if (depth === 0) names.length = 0;
      depth += 1;
      for (const param of params) add(param);
    };
    const leave = (node) => {
      depth -= 1;
      if (depth === 0 && names.length > 1)
        context.report({
          node,
          message: `Name what they are instead of ${names.join(', ')}: one function has them all`,
        });
    };
    const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
    return {
      ...Object.fromEntries(
        functions.flatMap((type) => [
          [type, enter],
          [`${type}:exit`, leave],
        ]),
      ),
      VariableDeclarator({ id }) {
        if (depth > 0) add(id);
      },
    };
  },
};
