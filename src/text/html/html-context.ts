import { html, trustedHtml, type Safe } from '../../lib/html.ts';
import { anchorMaker, type AnchorMaker } from '../markdown/anchors.ts';
import type { Block } from '../rich-text/document.ts';
import type { Word } from '../words/words.ts';
import type { Slot, TextReference } from './compiled-text.ts';
import type { OutlineHeading } from './outline.ts';

/** State shared while one text is compiled. */
export interface HtmlContext {
  readonly isIncluded: boolean;
  readonly slots: Slot[];
  readonly references: TextReference[];
  /** Indexes of references by their JSON. */
  readonly known: Map<string, number>;
  readonly outline: OutlineHeading[];
  /** Ids in use. */
  readonly ids: Set<string>;
  /** Ids that blocks of the document have, which no other element may take. */
  readonly reserved: ReadonlySet<string>;
  /** Titles of headings by their ids, for mentions of them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly anchors: AnchorMaker;
  /** Depths of the headings under which the next block stands. */
  readonly depths: number[];
  /** Bodies of notes that follow the block that is being written. */
  notes: Safe[];
  /** Number of images so far. */
  images: number;
  /** Number of groups of tabs so far. */
  groups: number;
  /** Characters of code that may still be highlighted. */
  codeCharacters: number;
  readonly writeBlocks: (context: HtmlContext, nodes: readonly Block[]) => Safe;
}

/** Maximum length of highlighted code in one text, in characters. */
const maxCodeCharacters = 100_000;

type Parts = Pick<HtmlContext, 'isIncluded' | 'reserved' | 'titles' | 'writeBlocks'>;

export const createHtmlContext = (parts: Parts): HtmlContext => ({
  ...parts,
  slots: [],
  references: [],
  known: new Map(),
  outline: [],
  ids: new Set(),
  anchors: anchorMaker(),
  depths: [],
  notes: [],
  images: 0,
  groups: 0,
  codeCharacters: maxCodeCharacters,
});

/** Marks the place of a slot in HTML. Texts cannot contain NUL. */
export const slotHtml = ({ slots }: HtmlContext, slot: Slot): Safe => trustedHtml(`\0${slots.push(slot) - 1}\0`);

/** Splits HTML at the marks of its slots. */
export function splitAtSlots({ slots }: HtmlContext, { html: text }: Safe): (string | Slot)[] {
  return text
    .split('\0')
    .map((part, at) => (at % 2 === 0 ? part : (slots[Number(part)] ?? '')))
    .filter((part) => part !== '');
}

/** What is left out where a reference leads nowhere. */
export const whenHtml = (context: HtmlContext, to: number, content: Safe): Safe =>
  html`${slotHtml(context, { kind: 'when', to })}${content}${slotHtml(context, { kind: 'end', to })}`;

/** A word of the interface, in the language of the reader. */
export const wordHtml = (context: HtmlContext, word: Word, values?: Readonly<Record<string, number>>): Safe =>
  slotHtml(context, { kind: 'word', word, ...(values && { values }) });

/** The index of a reference, the same for equal ones. */
export function indexOfReference({ references, known }: HtmlContext, reference: TextReference): number {
  const key = JSON.stringify(reference);
  const index = known.get(key) ?? references.push(reference) - 1;
  known.set(key, index);
  return index;
}

/** Ids that begin with this belong to the page around the text. */
const shellPrefix = '~';

/** Takes the id of a block, unless another element of the text has it. Null for none. */
export function claimId({ ids }: HtmlContext, id: string | undefined): string | null {
  if (!id || ids.has(id) || id.startsWith(shellPrefix) || /[\s\0]/.test(id)) return null;
  ids.add(id);
  return id;
}

/** Takes an id that no block has: `note-1`. */
export function makeId({ ids, reserved }: HtmlContext, name: string): string {
  let id = name;
  for (let n = 1; ids.has(id) || reserved.has(id); n += 1) id = `${name}-${n}`;
  ids.add(id);
  return id;
}

/** An id as it stands in the page. In an included text it is a slot, because the page may have it. */
export const idHtml = (context: HtmlContext, id: string): Safe =>
  context.isIncluded ? slotHtml(context, { kind: 'id', id }) : html`${id}`;

/** The attribute `id`; nothing without one. */
export const idAttribute = (context: HtmlContext, id: string | null): Safe =>
  id === null ? html`` : html` id="${idHtml(context, id)}"`;
