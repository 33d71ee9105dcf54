// Buttons that copy code. It stands before the scripts that add them.
import { all, make } from './elements.js';
const { body } = document;
/** Copies a text. Pages without TLS have no clipboard, but a field whose content can be copied. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make('textarea', { value: text, readOnly: true, className: 'unseen' });
    body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}

/** The text of a block as it was written, without what a comparison says about it. */
const codeOf = (block) => {
  const code = block.querySelector('pre').cloneNode(true);
  for (const other of all('.unseen, del', code)) other.remove();
  return code.textContent.replace(/\n$/, '');
};

/** Adds buttons to a block, each with its label and what it makes of the text. */
export const addCopying = (block, choices = [[body.dataset.copy, (text) => text]]) => {
  const buttons = choices.map(([label, select]) => {
    const button = make('button', { type: 'button', className: 'copy', textContent: label });
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      const isDone = await copy(select(codeOf(block)));
      button.focus();
      if (!isDone) return getSelection().selectAllChildren(block.querySelector('pre'));
      button.textContent = body.dataset.copied;
      setTimeout(() => (button.textContent = label), 2000);
    });
    return button;
  });
  block.append(make('div', { className: 'copies' }, ...buttons));
};
