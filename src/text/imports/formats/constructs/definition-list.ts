import type { Construct, Tool } from './construct.ts';

const indented = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `  ${line.replace(/^(?: {4}|\t| {1,3})/, '')}`))
    .join('\n');

/** A term and its definitions, which several tools understand: https://python-markdown.github.io/extensions/definition_lists/ */
export const definitionList = (tool: Tool): Construct => ({
  tool,
  name: 'Definition list',
  outcome: 'carried',
  // One that begins with code is found by the line end before it.
  pattern:
    /(^(?!`)|\n(?=`(?!``)))(?![ \t]|[-*+>#|:<]|\d{1,9}[.)])([^\n]{1,500})\n\n?((?::[ \t]+[^\n]*\n?(?:(?:[ \t]+\S[^\n]*\n?)|\n(?=[ \t]+\S|:[ \t]))*)+)/gm,
  write: ([before = '', term = '', body = '']) => {
    const definitions = body
      .split(/^:[ \t]+/m)
      .slice(1)
      .map(indented);
    const end = body.slice(body.trimEnd().length);
    return `${before}- **${term.trim()}**\n\n${definitions.join('\n\n')}${end}`;
  },
  example: [
    'Term\n:   What it means\n    in full\n:   Or this',
    '- **Term**\n\n  What it means\n  in full\n\n  Or this',
  ],
});
