import { escapeText } from '../../../lib/html.ts';
import type { CompiledText } from '../../../text/html/compiled-text.ts';

/** A text that is too intricate, as its source. `limit` says what it exceeds. */
export function showSource(markdown: string, limit: string): CompiledText {
  const source = markdown === '' ? '' : `<pre tabindex="0"><code>${escapeText(markdown)}</code></pre>`;
  return { pieces: [source], references: [], outline: [], ids: [], description: '', limit };
}
