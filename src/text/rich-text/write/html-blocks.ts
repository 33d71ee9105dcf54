import { codeFrom } from './code.ts';
import { writeMarkdown } from '../../markdown/stringify.ts';
import { escaped, writeHtml } from './html.ts';
import { imagesFrom } from './images.ts';
import { inlineFrom } from './inlines.ts';
import { listNodes, refuse, writeData, type InputPart } from './input-part.ts';
import type { WriteContext } from './write-context.ts';

/** Converts a block within HTML: text, lists, images and code. Throws validation_failed for other blocks. */
export function writeBlockAsHtml(writing: WriteContext, block: InputPart): string {
  const { type } = writeData(block);
  if (type === 'paragraph') return `<p>${writeHtml(inlineFrom(writing, block, 'hard breaks'))}</p>`;
  const level = /^heading-([123])$/.exec(String(type))?.[1];
  if (level !== undefined) return `<h${level}>${writeHtml(inlineFrom(writing, block, 'one line'))}</h${level}>`;
  if (type === 'list-item')
    return `<li>${listNodes(block)
      .map((one) => writeBlockAsHtml(writing, one))
      .join('')}</li>`;
  if (type === 'list-unordered' || type === 'list-ordered') {
    const name = type === 'list-ordered' ? 'ol' : 'ul';
    const items = listNodes(block).map((item) => writeBlockAsHtml(writing, item));
    return `<${name}>${items.join('')}</${name}>`;
  }
  if (type === 'images' || type === 'code') {
    const [first] = type === 'code' ? codeFrom(block) : imagesFrom(writing, block);
    if (first?.type === 'html') return first.value;
    if (first?.type === 'code')
      return `<pre><code${first.lang ? ` class="lang-${escaped(first.lang)}"` : ''}>${escaped(first.value)}</code></pre>`;
    return first
      ? writeHtml('children' in first ? (first.children as never) : []) || escaped(writeMarkdown([first]).trim())
      : '';
  }
  throw refuse({ value: type, path: `${block.path}.type` }, 'is not a block that a cell can hold');
}
