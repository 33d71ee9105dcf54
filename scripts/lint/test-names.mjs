/**
 * Words that cannot begin a sentence with a subject: verbs in the third person, plural verbs, and words that continue
 * the sentence of a `describe`.
 */
const continuations = new Set(
  `accepts adds agrees allows and applies are assigns becomes binds breaks brings calls cancels cannot completes
  computes continues converts copies crawls creates decodes deletes derives differs does drops encrypts ends equals
  evaluates explains extracts fails fetches finds follows forgets gains generates gets gives goes has have hides
  highlights ignores imports includes inserts is its joins keeps leads leaves lets loses makes may must never
  normalizes of opens parses prefers puts reads refetches refuses removes renews repeats replaces reports requires
  resolves respects restores retains returns reveals says sees sends serializes serves shortens shows skips spells
  stores streams submits suggests takes that their throws transfers typesets updates uses validates warns was were
  writes`.split(/\s+/),
);

/** After one of these, a word such as `lists` or `names` is a verb: `lists the members`, but not `lists are paged`. */
const objects = /^(an?|the|any|each|every|its|no|nothing|only|their|what|which|whether)$/;

const followsSubject = /^[a-z]+(?:[^s']s|ss)$/;

/** Whether the first letters of a name are the words of its `describe`, in either case of the first letter. */
const repeatsWords = (name, words) =>
  words !== '' &&
  name[words.length] === ' ' &&
  name[0]?.toLowerCase() === words[0]?.toLowerCase() &&
  name.slice(1, words.length) === words.slice(1);

/**
 * Returns the reason why `name` is not a name of a test, or null when it is a sentence that begins with its subject. The
 * subject may be the name of the `describe` around the test; the name then continues it without repeating it.
 *
 * @param {string} name
 * @param {string | null} words Name of the `describe`.
 */
export function problemOfTestName(name, words = null) {
  if (words !== null && repeatsWords(name, words))
    return `A test name continues its describe and does not repeat it: leave out "${words}"`;
  const [first = '', second = ''] = name.split(/\s+/);
  if (words === null && (continuations.has(first) || (followsSubject.test(first) && objects.test(second))))
    return `A test name without a describe is a sentence with its subject first: "${first}" begins none`;
  return null;
}

/** Returns `it` for `it('…')`, `it.each(table)('…')` and `it.skipIf(reason)('…')`; null for other callees. */
function rootOf(callee) {
  let node = callee;
  while (node.type !== 'Identifier') {
    node = node.type === 'MemberExpression' ? node.object : (node.callee ?? node.tag ?? null);
    if (node === null) return null;
  }
  return node.name;
}

/** Returns the beginning of a name that is written as a string or template; null for other expressions. */
function findText(node) {
  const text = node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node?.value;
  return typeof text === 'string' ? text : null;
}

/** Returns the name of the nearest `describe` around a node; null without one. */
function describeAround(node) {
  for (let outer = node.parent; outer; outer = outer.parent)
    if (outer.type === 'CallExpression' && rootOf(outer.callee) === 'describe') return findText(outer.arguments[0]);
  return null;
}

export const testNamesRule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Names of tests are sentences that begin with their subject, or continue their describe.' },
  },
  create(context) {
    return {
      CallExpression(node) {
        const [name] = node.arguments;
        const text = findText(name);
        if (text === null || !/^(it|test)$/.test(rootOf(node.callee) ?? '')) return;
        const message = problemOfTestName(text, describeAround(node));
        if (message !== null) context.report({ node: name, message });
      },
    };
  },
};
