/** Writes code as a fence that is longer than those in it. */
export function fenceOf(info: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,100}/g)].map(([marks]) => marks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${info}\n${code.replaceAll(/^\n|\n[ \t]*$/g, '')}\n${marks}`;
}
