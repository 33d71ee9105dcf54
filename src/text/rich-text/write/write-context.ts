import type { InputPart, KnownAddresses } from './input-part.ts';

/** State shared while one document is written. */
export interface WriteContext extends KnownAddresses {
  /** Bodies of annotations by label, in the order of the text. */
  readonly footnotes: Map<string, InputPart>;
  readonly newLabel: () => string;
  /** Whether headings are written one level lower than in the document. See `ReadContext`. */
  readonly isBelowTitle: boolean;
}

export function newWriteContext(
  addresses: ReadonlyMap<string, string>,
  { footnotes = new Map(), isBelowTitle = false }: Partial<Pick<WriteContext, 'footnotes' | 'isBelowTitle'>> = {},
): WriteContext {
  return { addresses, footnotes, isBelowTitle, newLabel: () => `note-${footnotes.size + 1}` };
}
