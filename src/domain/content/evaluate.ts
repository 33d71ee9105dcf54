/** Whether expressions in a text are resolved. Disagreement 13 adds the third. */
export const evaluations = {
  false: 'Expressions stay as they are.',
  true: 'Expressions are replaced by their values.',
  'deterministic-only': 'Only expressions that are the same for every reader are replaced.',
} as const;
export type Evaluation = keyof typeof evaluations;

/** `{{ page.vars.name }}` and the form editors write: `<code class="expression">space.vars.name</code>`. */
const expression =
  /\{\{[ \t]{0,9}(page|space)\.vars\.(\w{1,100})[ \t]{0,9}\}\}|<code class="expression">[ \t]{0,9}(page|space)\.vars\.(\w{1,100})[ \t]{0,9}<\/code>/g;

type Values = Readonly<Record<string, string>>;

/** Whether a text names a variable of its space. */
export const namesSpace = (markdown: string): boolean => markdown.includes('space.vars.');

/** What a text may grow by: of 139,000 names of a variable, each may stand for 256 characters. */
const maxGrowth = 2_097_152;

/** Puts the variables of a page and its space into a text; what names no variable stays, and what would make it more than two megabytes longer. */
export const evaluate = (markdown: string, variables: { readonly page: Values; readonly space: Values }): string => {
  let growth = 0;
  return markdown.replaceAll(expression, (whole, ...found: (string | undefined)[]) => {
    const [owner = found[2], name = found[3] ?? ''] = found;
    const values = owner === 'space' ? variables.space : variables.page;
    const value = Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
    const more = Math.max(0, value.length - whole.length);
    if (growth + more > maxGrowth) return whole;
    growth += more;
    return value;
  });
};
