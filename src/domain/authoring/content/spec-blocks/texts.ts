import { specBlocksIn } from '../../../../text/markdown/spec-blocks.ts';
import type { Context } from '../../../core/context.ts';
import { createPartFinder, type FindParts } from './find-parts.ts';

/** A text with the specifications its blocks may show, which are those of its links. */
export interface LinkedText {
  readonly markdown: string;
  readonly specs: ReadonlySet<string>;
}

/** Maximum number of characters that the blocks of one text show. */
const maxCharacters = 500_000;

/** Renders the blocks of a text to Markdown, by block. Omits blocks that show nothing. */
async function partsOfText(find: FindParts, { markdown, specs }: LinkedText) {
  const blocks = specBlocksIn(markdown).filter(({ spec }) => specs.has(spec));
  const found = await Promise.all(blocks.map(find));
  let left = maxCharacters;
  return blocks.flatMap((block, index) => {
    const text = (found[index]?.parts ?? []).map((part) => part.markdown).join('\n\n');
    left -= text.length;
    return text === '' || left < 0 ? [] : [{ block, text }];
  });
}

/** Renders the blocks of texts to Markdown, by page, for search. */
export async function renderSpecBlocks(
  ctx: Context,
  spaceId: string,
  texts: ReadonlyMap<string, LinkedText>,
): Promise<ReadonlyMap<string, string>> {
  if (texts.size === 0) return new Map();
  const find = await createPartFinder(ctx, spaceId);
  const shown = await Promise.all(
    [...texts].map(async ([pageId, text]) => {
      const parts = await partsOfText(find, text);
      return [pageId, parts.map((part) => part.text).join('\n\n')] as const;
    }),
  );
  return new Map(shown.filter(([, text]) => text !== ''));
}

/**
 * Replaces the blocks of a text with the content they show, for print. Generated pages store it between the tags of
 * their blocks.
 */
export async function printSpecBlocks(
  ctx: Context,
  { spaceId, isGenerated, ...text }: LinkedText & { readonly spaceId: string; readonly isGenerated: boolean },
): Promise<string> {
  const { markdown } = text;
  const parts = isGenerated
    ? specBlocksIn(markdown, Infinity).map((block) => ({ block, text: block.content }))
    : await partsOfText(await createPartFinder(ctx, spaceId), text);
  let printed = '';
  let from = 0;
  for (const { block, text: shown } of parts) {
    if (shown === '') continue;
    printed += `${markdown.slice(from, block.start)}\n${shown}\n`;
    from = block.end;
  }
  return printed + markdown.slice(from);
}
