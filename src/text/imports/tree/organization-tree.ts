import { addToList } from '../../../lib/add-to-list.ts';
import type { CollectionLine } from '../formats/exported/organization-format.ts';
import type { ExportedSpace, OrganizationIndex } from '../formats/exported/read-organization.ts';

/** A collection or space of an exported organization, with its parent collection in the export. */
export type ExportedPlace =
  | { readonly kind: 'collection'; readonly parent: string | null; readonly line: CollectionLine }
  | { readonly kind: 'space'; readonly parent: string | null; readonly line: ExportedSpace };

/** Lists collections and spaces in order, parents before children. A missing parent moves them to the top. */
export function listPlaces({
  collections,
  spaces,
}: Pick<OrganizationIndex, 'collections' | 'spaces'>): ExportedPlace[] {
  const known = new Set(collections.map(({ id }) => id));
  const below = new Map<string | null, ExportedPlace[]>();
  const add = (place: ExportedPlace) => addToList(below, place.parent, place);
  const findParent = (parent: string | null) => (parent !== null && known.has(parent) ? parent : null);
  for (const line of collections) add({ kind: 'collection', parent: findParent(line.parent), line });
  for (const line of spaces) add({ kind: 'space', parent: findParent(line.parent), line });
  const ordered: ExportedPlace[] = [];
  const walk = (parent: string | null) => {
    const siblings = (below.get(parent) ?? []).toSorted((a, b) => (a.line.position < b.line.position ? -1 : 1));
    // Guards against cycles of collections.
    below.delete(parent);
    for (const place of siblings) {
      ordered.push(place);
      if (place.kind === 'collection') walk(place.line.id);
    }
  };
  walk(null);
  return ordered;
}
