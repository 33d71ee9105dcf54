import type { InputPart, KnownAddresses } from './input-part.ts';

/** State shared while one document is written. */
export interface WriteContext extends KnownAddresses {
  /** Bodies of annotations by label, in the order of the text. */
  readonly footnotes: Map<string, InputPart>;
  readonly newLabel: () => string;
}

export function newWriteContext(
  addresses: ReadonlyMap<string, string>,
  footnotes: WriteContext['footnotes'] = new Map(),
): WriteContext {
  return { addresses, footnotes, newLabel: () => `note-${footnotes.size + 1}` };
}
