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

/** Returns the reason why `name` is not a name of a test, or null when it begins with the subject of a sentence. */
export function problemOfTestName(name) {
  const [first = '', second = ''] = name.split(/\s+/);
  if (continuations.has(first) || (followsSubject.test(first) && objects.test(second)))
    return `A test name is a sentence with its subject first, also without its describe: "${first}" begins none`;
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

export const testNamesRule = {
  meta: { type: 'suggestion', docs: { description: 'Names of tests are sentences that begin with their subject.' } },
  create(context) {
    return {
      CallExpression({ callee, arguments: [name] }) {
        const text = name?.type === 'TemplateLiteral' ? name.quasis[0].value.cooked : name?.value;
        if (typeof text !== 'string' || !/^(it|test)$/.test(rootOf(callee) ?? '')) return;
        const message = problemOfTestName(text);
        if (message !== null) context.report({ node: name, message });
      },
    };
  },
};
