import type { Construct, Tool } from './construct.ts';

/** `^[A note]`, also with links in it. */
const pattern = /(?<!\\)\^\[((?:[^[\]\n]|\[[^[\]\n]{0,300}\]){1,1000})\]/g;

/** A footnote that is written where it is read, as Pandoc has it. It becomes one at the end of the page. */
export const inlineFootnote = (tool: Tool): Construct => ({
  tool,
  name: 'Footnote in the text',
  outcome: 'carried',
  pattern,
  write: ([text = ''], { addFootnote }) => addFootnote(text),
  example: ['A word^[with a note]', 'A word[^page-1]\n\n[^page-1]: with a note'],
});
