import { specBlocksIn, type SpecBlock } from '../../../../text/markdown/spec-blocks.ts';
import type { Context } from '../../../core/context.ts';
import { createPartFinder, type FindParts } from './find-parts.ts';

/** A text with the specifications its blocks may show, which are those of its links. */
export interface LinkedText {
  readonly markdown: string;
  readonly specs: ReadonlySet<string>;
}

/** Maximum number of characters that the blocks of one text show. */
const maxCharacters = 500_000;

/** Number of blocks whose parts are read together, so that not all of a large specification is in memory. */
const blocksAtOnce = 500;

interface ShownBlock {
  readonly block: SpecBlock;
  readonly text: string;
}

interface ShownBlocks {
  readonly shown: readonly ShownBlock[];
  /** The first block that there was no room for. */
  readonly cut: SpecBlock | null;
}

/** Renders the blocks of a text to Markdown, by block, while there is room. Omits blocks that show nothing. */
async function partsOfText(find: FindParts, { markdown, specs }: LinkedText): Promise<ShownBlocks> {
  const blocks = specBlocksIn(markdown).filter(({ spec }) => specs.has(spec));
  const shown: ShownBlock[] = [];
  let left = maxCharacters;
  for (let from = 0; from < blocks.length; from += blocksAtOnce) {
    const some = blocks.slice(from, from + blocksAtOnce);
    // One batch after the other, because the last ones may have no room.
    const found = await Promise.all(some.map(find));
    for (const [index, block] of some.entries()) {
      const text = (found[index]?.parts ?? []).map((part) => part.markdown).join('\n\n');
      left -= text.length;
      if (left < 0) return { shown, cut: block };
      if (text !== '') shown.push({ block, text });
    }
  }
  return { shown, cut: null };
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
      const { shown: parts } = await partsOfText(find, text);
      return [pageId, parts.map((part) => part.text).join('\n\n')] as const;
    }),
  );
  return new Map(shown.filter(([, text]) => text !== ''));
}

/** What is printed in the place of the first block that there is no room for. */
const cutNotice = '_The rest is in the specification: this page would be too long with it._';

/**
 * Replaces the blocks of a text with the content they show, for print, and says where there is no room for more. Generated pages store it
 * between the tags of their blocks.
 */
export async function printSpecBlocks(
  ctx: Context,
  { spaceId, isGenerated, ...text }: LinkedText & { readonly spaceId: string; readonly isGenerated: boolean },
): Promise<string> {
  const { markdown } = text;
  const parts = isGenerated
    ? specBlocksIn(markdown).map((block) => ({ block, text: block.content }))
    : withNotice(await partsOfText(await createPartFinder(ctx, spaceId), text));
  let printed = '';
  let from = 0;
  for (const { block, text: shown } of parts) {
    if (shown === '') continue;
    printed += `${markdown.slice(from, block.start)}\n${shown}\n`;
    from = block.end;
  }
  return printed + markdown.slice(from);
}

const withNotice = ({ shown, cut }: ShownBlocks): readonly ShownBlock[] =>
  cut === null ? shown : [...shown, { block: cut, text: cutNotice }];
