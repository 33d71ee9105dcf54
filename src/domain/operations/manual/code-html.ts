import { common, createLowlight } from 'lowlight';
import { escaped } from '../../../text/rich-text/write/html.ts';

const lowlight = createLowlight(common);

type Highlighted = ReturnType<typeof lowlight.highlight>['children'][number];

/**
 * Renders code to HTML, highlighted if the language is known. It is focusable, so that it can be scrolled with keys.
 */
export const renderCode = (code: string, language: string): string =>
  `<pre tabindex="0"><code>${
    lowlight.registered(language) ? lowlight.highlight(language, code).children.map(partHtml).join('') : escaped(code)
  }</code></pre>`;

function partHtml(part: Highlighted): string {
  if (part.type === 'text') return escaped(part.value);
  if (part.type !== 'element') return '';
  const names = part.properties['className'];
  const inner = part.children.map((child) => partHtml(child as Highlighted)).join('');
  return `<span class="${escaped(Array.isArray(names) ? names.join(' ') : '')}">${inner}</span>`;
}
