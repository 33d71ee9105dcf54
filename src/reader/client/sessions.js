// Copying of what is not copied whole: the commands of a session in a console, and the two sides of a difference.
import { commandsIn, sideOf } from './copied-text.js';
import { addCopying } from './copying.js';
import { all } from './elements.js';
for (const block of all('figure.code[data-session]')) addCopying(block, [[document.body.dataset.copy, commandsIn]]);
for (const block of all('figure.code[data-after]'))
  addCopying(block, [
    [document.body.dataset.copy, (text) => text],
    [block.dataset.after, (text) => sideOf(text, '+')],
    [block.dataset.before, (text) => sideOf(text, '-')],
  ]);
