import { specBlocksIn, type SpecBlock } from '../../../../text/markdown/spec-blocks.ts';
import type { Context } from '../../../core/context.ts';
import { createPartFinder, type FindParts } from './find-parts.ts';

/** A text with the specifications its blocks may show, which are those of its links. */
export interface LinkedText {
  readonly markdown: string;
  readonly specs: ReadonlySet<string>;
}

/** Maximum number of characters that the blocks of one text print. */
const maxPrinted = 500_000;

/** As many as a page shows whole; further operations are short there, and are found by their titles and paths. */
const maxSearched = 2_500_000;

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

interface Room {
  readonly characters: number;
  /** What is said of a part that there is no room for; without it, the text ends there. */
  readonly shorten?: (markdown: string) => string;
}

/** Renders the blocks of a text to Markdown, by block, while there is room. Omits blocks that show nothing. */
async function partsOfText(find: FindParts, { markdown, specs }: LinkedText, room: Room): Promise<ShownBlocks> {
  const blocks = specBlocksIn(markdown).filter(({ spec }) => specs.has(spec));
  const shown: ShownBlock[] = [];
  let left = room.characters;
  for (let from = 0; from < blocks.length; from += blocksAtOnce) {
    const some = blocks.slice(from, from + blocksAtOnce);
    // One batch after the other, because the last ones may have no room.
    const found = await Promise.all(some.map(find));
    for (const [index, block] of some.entries()) {
      const parts = (found[index]?.parts ?? []).map((part) => part.markdown ?? '');
      const whole = parts.join('\n\n');
      left -= whole.length;
      if (left < 0 && !room.shorten) return { shown, cut: block };
      const text = left < 0 && room.shorten ? parts.map(room.shorten).join('\n\n') : whole;
      if (text !== '') shown.push({ block, text });
    }
  }
  return { shown, cut: null };
}

/** The title of a part and the line below it, which is its method and path. */
const headOf = (markdown: string) => markdown.split('\n\n', 2).join('\n\n').slice(0, maxHead);

const maxHead = 500;

/** Renders the blocks of texts to Markdown, by page, for search: all of them, those beyond a number of characters by their first lines. */
export async function renderSpecBlocks(
  ctx: Context,
  spaceId: string,
  texts: ReadonlyMap<string, LinkedText>,
  characters = maxSearched,
): Promise<ReadonlyMap<string, string>> {
  if (texts.size === 0) return new Map();
  const find = await createPartFinder(ctx, spaceId);
  const shown = await Promise.all(
    [...texts].map(async ([pageId, text]) => {
      const { shown: parts } = await partsOfText(find, text, { characters, shorten: headOf });
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
    : withNotice(await partsOfText(await createPartFinder(ctx, spaceId), text, { characters: maxPrinted }));
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
