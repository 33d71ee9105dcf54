import { outcomeOf } from '../../lib/text-outcome.ts';
import { listIncludeLines } from '../markdown/include-tags.ts';
import { blocksIn, inlinesIn } from './block-words.ts';
import { inlineText, type Block } from './document.ts';
import { documentFromMarkdown } from './read/document-from-markdown.ts';

/** Matches every text that may show source to readers. Other texts need no conversion to find out. */
const suspicious = /<[A-Z][^<>]*\/>|^[ \t]*(?:<[A-Z]|<(?:script|style)\b|(?:import|export)\s|\{\{|\{%)/m;

/** Fenced code, which may contain any syntax. */
const fences = /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1/gm;

/**
 * Lists the passages of a text that no block can express and that readers see as code. `isFound` tells whether the URL
 * of an `include` will resolve to a reusable content.
 */
export function passagesShownAsSource(markdown: string, isFound: (address: string) => boolean = () => false): string[] {
  const unfenced = markdown.replaceAll(fences, '');
  if (!suspicious.test(unfenced)) return [];
  const read = outcomeOf(() => documentFromMarkdown(markdown, { hasFrontMatter: true }));
  if ('problem' in read) return [];
  const tags = [...tagsIn(read.value.nodes)].filter((tag) => unfenced.includes(tag));
  const code = [...codeIn(read.value.nodes)].filter((text) => {
    // Skip code that the author fenced.
    if (!source.test(text) || !unfenced.includes(text.split('\n', 1)[0] ?? '')) return false;
    const [include] = listIncludeLines(text);
    return include === undefined || include.end - include.start < text.length || !isFound(include.url);
  });
  return [...code, ...tags];
}

/** A component of a text: one without an end tag, or the start of one with it. */
const component = /<([A-Z][\w.]{0,50})(?:\s[^<>]{0,500})?(?:\/>|>(?=[^<]{0,2000}<\/\1>))/g;

/** Yields the tags of components that are written as words, in paragraphs, cells and headings. */
function* tagsIn(nodes: readonly Block[]): Generator<string> {
  for (const node of nodes) {
    if (node.type === 'code') continue;
    const words = inlinesIn(node).flatMap((inline) =>
      inline.object === 'text' && !inline.leaves.some(({ marks }) => marks.some(({ type }) => type === 'code'))
        ? [inlineText([inline])]
        : [],
    );
    for (const [tag] of words.join('').matchAll(component)) yield tag;
    yield* tagsIn([...blocksIn(node), ...(node.fragments ?? []).flatMap((fragment) => fragment.nodes)]);
  }
}

const source = /^(?:<(?!pre\b)|(?:import|export)\s|\{\{|\{%(?!\s*code\b))/;

/** Languages of code blocks that contain source. */
const sourceSyntaxes: ReadonlySet<unknown> = new Set(['html', 'jsx', 'markdown']);

/** Yields the texts of all code blocks that may contain source, at any depth. */
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
