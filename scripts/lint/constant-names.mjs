const capitals = /^[A-Z][A-Z0-9]+$|^[A-Z0-9]+(_[A-Z0-9]+)+$/;

export const constantNamesRule = {
  meta: { type: 'suggestion', docs: { description: 'Constants are named in camelCase, as every other value.' } },
  create(context) {
    return {
      VariableDeclarator({ id }) {
        if (id.type === 'Identifier' && capitals.test(id.name))
          context.report({ node: id, message: `Name ${id.name} in camelCase, as every other value` });
      },
    };
  },
};
