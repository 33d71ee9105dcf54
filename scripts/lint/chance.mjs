const seeded = 'Take random values from test/setup/seed.ts: they repeat with TEST_SEED';
const limited = 'A limit of its own fails on a busy machine: vitest.config.ts has one for all tests';
const timed = 'Take the time from test/setup/clock.ts, the clock of the server';

/** What tests may not import, with the reason. */
const refused = {
  'fast-check': { names: null, message: 'Import fc from test/setup/properties.ts, which seeds it' },
  'node:crypto': { names: new Set(['randomBytes', 'randomInt', 'randomUUID']), message: seeded },
};

/** Whether a node is `object.name`. */
const isMember = (node, object, name) =>
  node.type === 'MemberExpression' && node.object.name === object && node.property.name === name;

const testNames = new Set(['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** Whether a called function is `it`, `it.skipIf(…)`, `it.each(…)` or a like one. */
const isTest = (callee) => {
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return testNames.has(callee.name);
};

/** Whether an argument of a test is its time limit: `60_000` or `{ timeout: … }`. */
const isLimit = (argument) =>
  (argument.type === 'Literal' && typeof argument.value === 'number') ||
  (argument.type === 'ObjectExpression' && argument.properties.some(({ key }) => key?.name === 'timeout'));

export const chanceRule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Tests take random values and the time from test/setup, and have no time limits of their own.',
    },
  },
  create(context) {
    const report = (node, message) => context.report({ node, message });
    return {
      ImportDeclaration({ source, specifiers, importKind }) {
        if (importKind === 'type' || !Object.hasOwn(refused, source.value)) return;
        const { names, message } = refused[source.value];
        for (const specifier of specifiers)
          if (names === null || names.has(specifier.imported?.name)) report(specifier, message);
      },
      CallExpression({ callee, arguments: passed }) {
        if (isTest(callee)) for (const one of passed) if (isLimit(one)) report(one, limited);
        if (isMember(callee, 'Date', 'now')) report(callee, timed);
        if (isMember(callee, 'Math', 'random')) report(callee, seeded);
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node, timed);
      },
    };
  },
};
