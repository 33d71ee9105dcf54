import { outcomeOf } from '../../lib/text-outcome.ts';
import { documentFromMarkdown } from './read/document-from-markdown.ts';

/** Texts without one of these show no source to readers, so they are not converted to find out. */
const suspicious = /^[ \t]*(?:<[A-Z]|<(?:script|style)\b|(?:import|export)\s|\{\{|\{%)/m;

/** Fenced code, which may contain any syntax. */
const fences = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1/gm;

/** The passages of a text that no block expresses, and that readers see as code. */
export function passagesShownAsSource(markdown: string): string[] {
  if (!suspicious.test(markdown.replaceAll(fences, ''))) return [];
  const read = outcomeOf(() => documentFromMarkdown(markdown, { hasFrontMatter: true }));
  if ('problem' in read) return [];
  return read.value.nodes.flatMap(({ type, data }) => {
    const text = data.source?.text.trim() ?? '';
    return type === 'code' && /^(?:<(?!pre\b)|(?:import|export)\s|\{\{|\{%(?!\s*code\b))/.test(text) ? [text] : [];
  });
}
