/** The limit of every test and hook, in vitest.config.ts. */
const limitMs = 300_000;

const declaring = new Set(['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** Returns the name at the beginning of `it`, `it.runIf(…)` or `it.each(…)`. */
function findName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return findName(callee.object);
  return callee.type === 'CallExpression' ? findName(callee.callee) : null;
}

const isFunction = ({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Returns the node of the time limit that a test, hook or `describe` is given, if it is a number. */
function findLimit(args) {
  const last = args.at(-1);
  const own = isFunction(args.at(-2) ?? {}) ? last : null;
  const options = args.filter(({ type }) => type === 'ObjectExpression').flatMap(({ properties }) => properties);
  const named = options.find(({ key }) => key?.name === 'timeout')?.value;
  return [own, named].find((node) => typeof node?.value === 'number');
}

const isPoll = ({ type, object, property }) =>
  type === 'MemberExpression' && object.name === 'expect' && property.name === 'poll';

export const timeLimitsRule = {
  meta: { type: 'problem', docs: { description: 'Limits of time end only what hangs.' } },
  create(context) {
    return {
      CallExpression({ callee, arguments: args }) {
        if (callee.type === 'MemberExpression' && callee.object.name === 'vi' && callee.property.name === 'waitFor')
          context.report({ node: callee, message: 'Wait with expect.poll or until: this one ends after a second' });
        const limit = findLimit(args);
        if (isPoll(callee) && limit) context.report({ node: limit, message: 'Every poll has the time of patienceMs' });
        if (!declaring.has(findName(callee))) return;
        if (limit && limit.value <= limitMs)
          context.report({
            node: limit,
            message: `Every test has ${limitMs / 1_000} seconds; a busy machine needs them`,
          });
      },
    };
  },
};
