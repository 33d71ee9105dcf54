import { addToList } from '../../../lib/add-to-list.ts';
import { visit } from 'unist-util-visit';
import type { BlockNode } from '../../markdown/block-tree.ts';
import { decodeAddress, scanTags } from '../../markdown/html-tags.ts';
import type { Block } from '../document.ts';
import type { Group } from './blocks.ts';

/** An id that an element of HTML has, with its place in the source. */
interface Place {
  readonly id: string;
  readonly at: number;
}

/** Maximum number of ids of one text. */
const maxPlaces = 2_000;

/**
 * Gives blocks the ids of elements of HTML, such as `<a id="usage"></a>`, which are no blocks but which links name:
 * to the block around them, else to the next one.
 */
export function placeIds(groups: readonly Group[], nodes: readonly BlockNode[], source: string): Group[] {
  const places = listPlaces(nodes, source);
  if (places.length === 0) return [...groups];
  const shown = groups.flatMap(({ blocks, end }, index) => (blocks.length > 0 ? [{ index, end }] : []));
  const byGroup = new Map<number, string[]>();
  for (const { id, at } of places) {
    const group = shown.find(({ end }) => end > at) ?? shown.at(-1);
    if (group) addToList(byGroup, group.index, id);
  }
  return groups.map((group, index) => {
    const ids = byGroup.get(index);
    const [first, ...others] = group.blocks;
    return ids && first ? { ...group, blocks: [withPlaces(first, ids), ...others] } : group;
  });
}

const withPlaces = (block: Block, places: readonly string[]): Block => ({ ...block, meta: { ...block.meta, places } });

function listPlaces(nodes: readonly BlockNode[], source: string): Place[] {
  const places: Place[] = [];
  for (const node of nodes)
    visit(node as Parameters<typeof visit>[0], (inner) => {
      const [start, end] = [inner.position?.start.offset, inner.position?.end.offset];
      if (inner.type !== 'html' || start === undefined || end === undefined) return;
      for (const tag of scanTags(source.slice(start, end)))
        for (const { name, value } of tag.closing ? [] : tag.attributes)
          if (value !== '' && (name === 'id' || (name === 'name' && tag.name === 'a')))
            places.push({ id: decodeAddress(value), at: start + tag.start });
    });
  return places.slice(0, maxPlaces);
}
