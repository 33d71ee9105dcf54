import { outcomeOf } from '../../lib/text-outcome.ts';
import { blocksIn, inlinesIn } from './block-words.ts';
import { inlineText, type Block } from './document.ts';
import { documentFromMarkdown } from './read/document-from-markdown.ts';

/** Texts without one of these show no source to readers, so they are not converted to find out. */
const suspicious = /^[ \t]*(?:<[A-Z]|<(?:script|style)\b|(?:import|export)\s|\{\{|\{%)/m;

/** Fenced code, which may contain any syntax. */
const fences = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1/gm;

/**
 * The passages of a text that no block expresses, and that readers see as code. `isFound` tells of the address in an
 * `include` whether it will lead to a reusable content.
 */
export function passagesShownAsSource(markdown: string, isFound: (address: string) => boolean = () => false): string[] {
  const unfenced = markdown.replaceAll(fences, '');
  if (!suspicious.test(unfenced)) return [];
  const read = outcomeOf(() => documentFromMarkdown(markdown, { hasFrontMatter: true }));
  if ('problem' in read) return [];
  return [...codeIn(read.value.nodes)].filter((text) => {
    // Code that the author wrote as such stands between fences.
    if (!source.test(text) || !unfenced.includes(text.split('\n', 1)[0] ?? '')) return false;
    const included = /^\{%[ \t]*include[ \t]+"([^"\n]*)"[ \t]*%\}$/.exec(text)?.[1];
    return included === undefined || !isFound(included);
  });
}

const source = /^(?:<(?!pre\b)|(?:import|export)\s|\{\{|\{%(?!\s*code\b))/;

/** The languages that source is shown in. */
const sourceSyntaxes: ReadonlySet<unknown> = new Set(['html', 'jsx', 'markdown']);

/** The texts of all blocks of code that may show source, also of those in other blocks. */
function* codeIn(nodes: readonly Block[]): Generator<string> {
  for (const node of nodes) {
    if (node.type === 'code') {
      if (!sourceSyntaxes.has(node.data['syntax'])) continue;
      yield blocksIn(node)
        .map((line) => inlineText(inlinesIn(line)))
        .join('\n')
        .trim();
    } else yield* codeIn([...blocksIn(node), ...(node.fragments ?? []).flatMap((fragment) => fragment.nodes)]);
  }
}
