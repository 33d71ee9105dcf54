import type { DocumentReference } from '../content-reference.ts';
import { contentHash } from '../content-hash.ts';
import type { BlockSource } from '../document.ts';
import { addressFrom, objectMember, type InputPart } from './input-part.ts';

/** The pieces of source in the data of a document from which several blocks were read, by their offset. */
export type GivenGroups = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

/** The source from which a block of a request claims to have been read. */
export interface GivenSource extends BlockSource {
  /** Place among the blocks of the source. */
  readonly index: number;
  readonly links: readonly (readonly [string, DocumentReference])[];
  /** URLs of its references as written. */
  readonly addresses: ReadonlyMap<string, string>;
  /** URLs of reusable contents, which are valid on every page. */
  readonly includes: ReadonlyMap<string, string>;
  /** Targets of URLs, including those of newly written references. */
  readonly references: readonly (readonly [string, DocumentReference])[];
}

/** Reads the pieces of source that several blocks of a document share. Ignores what is invalid. */
export function readGroupSources(document: InputPart): GivenGroups {
  const { groups } = objectMember(document, 'data');
  const given: readonly unknown[] = Array.isArray(groups) ? groups : [];
  return new Map(
    given.flatMap((group) => {
      if (typeof group !== 'object' || group === null) return [];
      const { at, ...rest } = group as Record<string, unknown>;
      return typeof at === 'number' ? [[at, rest] as const] : [];
    }),
  );
}

/** Reads the source of a block; null when it is missing or invalid. Blocks that share a source have all of it. */
export function sourceOfBlock(block: InputPart, groups: GivenGroups): GivenSource | null {
  const { source } = objectMember(block, 'data');
  if (typeof source !== 'object' || source === null) return null;
  const { at, digest, blocks, index, ...own } = source as Record<string, unknown>;
  const isShared = Number.isSafeInteger(blocks) && Number(blocks) > 1;
  const { text, links } = (isShared ? groups.get(Number(at)) : undefined) ?? own;
  if (typeof text !== 'string' || !Number.isSafeInteger(at) || typeof digest !== 'string') return null;
  // Without its text, which a program may have dropped, a block that shares it is new.
  if (isShared && text === '') return null;
  const place = Number.isSafeInteger(index) ? Number(index) : 0;
  const size = isShared ? { blocks: Number(blocks), index: place } : { index: 0 };
  const known = Array.isArray(links) ? links.filter((link) => isLink(link)) : [];
  const addresses = new Map(
    known.map(([url, ref]) =>
      ref.kind === 'reusable-content'
        ? [`include ${ref.reusableContent}`, url.replace(/^include:/, '')]
        : [contentHash(ref), url],
    ),
  );
  const includes = new Map([...addresses].filter(([name]) => name.startsWith('include ')));
  const references = known.flatMap(([url, ref]) => {
    const address = addressFrom({ ...ref });
    return address === null ? [[url, ref] as const] : [[url, ref] as const, [address, ref] as const];
  });
  return { text, at: Number(at), digest, ...size, links: known, addresses, includes, references };
}

const isLink = (link: unknown): link is readonly [string, DocumentReference] =>
  Array.isArray(link) && typeof link[0] === 'string' && typeof link[1] === 'object' && link[1] !== null;
