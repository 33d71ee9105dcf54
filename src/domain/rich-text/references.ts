import type { ContentReference } from '../content/fields.ts';
import type { RichDocument } from './document.ts';

/** The document with references in the place of the addresses that are known to lead to something. Decisions 2.17. */
export function withReferences(document: RichDocument, known: ReadonlyMap<string, ContentReference>): RichDocument {
  if (known.size === 0) return document;
  const referenceOf = (ref: ContentReference) => (ref.kind === 'url' ? (known.get(ref.url) ?? ref) : ref);
  const replaced = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replaced);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        key === 'ref' ? referenceOf(value as ContentReference) : replaced(value),
      ]),
    );
  };
  return replaced(document) as RichDocument;
}
