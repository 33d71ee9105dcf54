/** Whether expressions in a text are resolved. Disagreement 13 adds the third. */
export const evaluations = {
  false: 'Expressions stay as they are.',
  true: 'Expressions are replaced by their values.',
  'deterministic-only': 'Only expressions that are the same for every reader are replaced.',
} as const;
export type Evaluation = keyof typeof evaluations;

/** `{{ page.vars.name }}` and the form editors write: `<code class="expression">page.vars.name</code>`. */
const expression =
  /\{\{[ \t]{0,9}page\.vars\.(\w{1,100})[ \t]{0,9}\}\}|<code class="expression">[ \t]{0,9}page\.vars\.(\w{1,100})[ \t]{0,9}<\/code>/g;

/** Puts the variables of a page into its text; what names no variable stays. */
export const evaluate = (markdown: string, variables: Readonly<Record<string, string>>): string =>
  markdown.replaceAll(expression, (whole, braced: string | undefined, tagged: string | undefined) => {
    const name = braced ?? tagged ?? '';
    return Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole;
  });
