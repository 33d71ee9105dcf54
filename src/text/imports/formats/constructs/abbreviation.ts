import { asComment, type Construct, type Tool } from './construct.ts';

/** What an abbreviation means, as PHP Markdown Extra writes it. */
export const abbreviation = (tool: Tool): Construct => ({
  tool,
  name: 'Abbreviation',
  outcome: 'comment',
  pattern: /^(\*\[[^\]\n]{1,100}\]:[^\n]{0,1000})$/gm,
  write: ([text = '']) => asComment(text),
  example: ['*[HTML]: Hyper Text', '<!-- *[HTML]: Hyper Text -->'],
});
