import type { DocumentReference } from '../content-reference.ts';
import { contentHash } from '../content-hash.ts';
import type { BlockSource } from '../document.ts';
import { addressFrom, objectMember, type InputPart } from './input-part.ts';

/** The source from which a block of a request claims to have been read. */
export interface GivenSource extends BlockSource {
  readonly links: readonly (readonly [string, DocumentReference])[];
  /** URLs of its references as written. */
  readonly addresses: ReadonlyMap<string, string>;
  /** URLs of reusable contents, which are valid on every page. */
  readonly includes: ReadonlyMap<string, string>;
  /** Targets of URLs, including those of newly written references. */
  readonly references: readonly (readonly [string, DocumentReference])[];
}

/** Reads the source of a block; null when it is missing or invalid. */
export function sourceOfBlock(block: InputPart): GivenSource | null {
  const { source } = objectMember(block, 'data');
  if (typeof source !== 'object' || source === null) return null;
  const { text, at, digest, blocks, links } = source as Record<string, unknown>;
  if (typeof text !== 'string' || !Number.isSafeInteger(at) || typeof digest !== 'string') return null;
  const size = Number.isSafeInteger(blocks) && Number(blocks) > 1 ? { blocks: Number(blocks) } : {};
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
    const own = addressFrom({ ...ref });
    return own === null ? [[url, ref] as const] : [[url, ref] as const, [own, ref] as const];
  });
  return { text, at: Number(at), digest, ...size, links: known, addresses, includes, references };
}

const isLink = (link: unknown): link is readonly [string, DocumentReference] =>
  Array.isArray(link) && typeof link[0] === 'string' && typeof link[1] === 'object' && link[1] !== null;
