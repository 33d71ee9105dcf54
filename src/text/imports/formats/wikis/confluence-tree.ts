import { addToList } from '../../../../lib/add-to-list.ts';
import type { ImportNote } from '../../import-tree.ts';
import { isCurrent, type Entity } from './confluence-entities.ts';
import { fileNames } from './written-export.ts';

/** A page of the export, at the path that it gets. */
export interface Page {
  readonly entity: Entity;
  readonly title: string;
  readonly path: string;
  readonly children: readonly Page[];
}

/** A page and all below it. */
export const withThoseBelow = (page: Page): Page[] => [page, ...page.children.flatMap(withThoseBelow)];

/** Whether an object is a place for pages, without a text of its own. */
export const isFolder = ({ type }: Entity) => type === 'Folder' || type === 'CustomContentEntityObject';

/** The folders in which pages stand, and those in which these stand. */
export function listFolders(entities: readonly Entity[], shown: readonly Entity[]): Entity[] {
  const all = new Map(entities.filter((one) => isFolder(one) && isCurrent(one)).map((one) => [one.id, one]));
  const found = new Set<Entity>();
  for (const page of shown) {
    let above = all.get(page.references.get('parent') ?? '');
    while (above && !found.has(above)) {
      found.add(above);
      above = all.get(above.references.get('parent') ?? '');
    }
  }
  return [...found];
}

/** Plans where pages and folders stand, and the posts of the blog. */
export function planTree(shown: readonly Entity[], homeId: string): { readonly pages: Page[]; readonly posts: Page[] } {
  const ids = new Set(shown.map(({ id }) => id));
  const below = new Map<string, Entity[]>();
  for (const entity of shown.filter(({ type }) => type !== 'BlogPost')) {
    const parent = entity.references.get('parent') ?? '';
    const at = ids.has(parent) && parent !== entity.id ? parent : '';
    addToList(below, at, entity);
  }
  const plan = (entity: Entity, folder: string, nameOf: (title: string) => string): Page => {
    const title = entity.texts.get('title')?.trim() || 'Untitled';
    const name = nameOf(title);
    const nameIn = fileNames();
    const children = (below.get(entity.id) ?? []).toSorted(byPosition);
    // Guards against circles.
    below.delete(entity.id);
    return {
      entity,
      title,
      path: `${folder}${name}.html`,
      children: children.map((child) => plan(child, `${folder}${name}/`, nameIn)),
    };
  };
  const nameOf = fileNames();
  const top = (below.get('') ?? []).toSorted(
    (one, other) => Number(other.id === homeId) - Number(one.id === homeId) || byPosition(one, other),
  );
  below.delete('');
  const pages = top.map((entity) => plan(entity, '', nameOf));
  // What only circles lead to.
  const lost = [...below.values()].flat().filter(({ id }) => below.has(id));
  for (const entity of lost) if (below.has(entity.id)) pages.push(plan(entity, '', nameOf));
  const nameOfPost = fileNames();
  const posts = shown
    .filter(({ type }) => type === 'BlogPost')
    .toSorted((one, other) =>
      (one.texts.get('creationDate') ?? '') < (other.texts.get('creationDate') ?? '') ? 1 : -1,
    )
    .map((entity) => plan(entity, 'blog/', nameOfPost));
  return { pages, posts };
}

/** In the order that people have set, then by title, as Confluence shows them. */
function byPosition(one: Entity, other: Entity): number {
  const [first, second] = [one, other].map(({ texts }) => {
    const position = texts.get('position')?.trim() ?? '';
    return position === '' ? Infinity : Number(position);
  }) as [number, number];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(one.texts.get('title') ?? '', other.texts.get('title') ?? '');
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names pages that stand at the top, because what they are below is not in the export. */
export const describeRaised = (pages: readonly Page[], known: ReadonlySet<string>): ImportNote[] =>
  pages.flatMap(({ entity, path }) => {
    const parent = entity.references.get('parent') ?? '';
    const reason = 'It stands at the top, because the export does not have what it is below';
    return parent === '' || known.has(parent) ? [] : [{ key: path, reason }];
  });
