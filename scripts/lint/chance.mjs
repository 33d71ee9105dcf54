const seeded = 'Take random values from test/setup/seed.ts: they repeat with TEST_SEED';
const timed = 'Take the time from test/setup/clock.ts, the clock of the server';

/** What tests may not import, with the reason. */
const refused = {
  'fast-check': { names: null, message: 'Import fc from test/setup/properties.ts, which seeds it' },
  'node:crypto': { names: new Set(['randomBytes', 'randomInt', 'randomUUID']), message: seeded },
};

/** Whether a node is `object.name`. */
const isMember = (node, object, name) =>
  node.type === 'MemberExpression' && node.object.name === object && node.property.name === name;

export const chanceRule = {
  meta: { type: 'problem', docs: { description: 'Tests take random values and the time from test/setup.' } },
  create(context) {
    const report = (node, message) => context.report({ node, message });
    return {
      ImportDeclaration({ source, specifiers, importKind }) {
        if (importKind === 'type' || !Object.hasOwn(refused, source.value)) return;
        const { names, message } = refused[source.value];
        for (const specifier of specifiers)
          if (names === null || names.has(specifier.imported?.name)) report(specifier, message);
      },
      CallExpression({ callee }) {
        if (isMember(callee, 'Date', 'now')) report(callee, timed);
        if (isMember(callee, 'Math', 'random')) report(callee, seeded);
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node, timed);
      },
    };
  },
};
