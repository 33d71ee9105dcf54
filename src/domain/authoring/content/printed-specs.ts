import { hasSpecBlocks } from '../../../text/markdown/spec-blocks.ts';
import type { Context } from '../../core/context.ts';
import type { Page } from './page.ts';
import { listVisibleSpecs } from './pages.ts';
import { printSpecBlocks } from './spec-blocks/texts.ts';

type Entry = Pick<Page, 'id' | 'revision' | 'computed'>;

/** Writes what the blocks of OpenAPI specifications in the text of a page or reusable content show in the place of the blocks. */
export async function printSpecsOf(ctx: Context, entry: Entry, markdown: string): Promise<string> {
  if (!hasSpecBlocks(markdown)) return markdown;
  const { spaceId } = entry.revision;
  const specs = await listVisibleSpecs(ctx, entry);
  return printSpecBlocks(ctx, { markdown, specs, spaceId, isGenerated: entry.computed !== null });
}
