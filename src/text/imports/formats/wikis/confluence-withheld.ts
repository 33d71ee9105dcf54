import { withheldBy, type Withheld } from '../withheld.ts';
import type { Entity } from './confluence-entities.ts';

interface Page {
  readonly entity: Entity;
  readonly path: string;
  readonly children: readonly Page[];
}

const aboveReason = 'not everybody may view a page above it';

/** Pages deeper than those of any space may stand in a circle. */
const maxDepth = 500;

/** Pages that are no pages yet or any more, and those that not everybody may read, with all below the latter. */
export function listWithheld(pages: readonly Page[], entities: readonly Entity[]): Map<string, Withheld> {
  const restricted = new Set(
    entities
      .filter(({ type, texts }) => type === 'ContentPermissionSet' && /^view$/i.test(texts.get('type')?.trim() ?? ''))
      .map(({ references }) => references.get('owningContent') ?? ''),
  );
  const parents = new Map(entities.map(({ id, references }) => [id, references.get('parent') ?? '']));
  /** Whether one above is kept from some, even one that is not shown itself. */
  const isBelowRestricted = (id: string, left = maxDepth): boolean => {
    const parent = parents.get(id) ?? '';
    return parent !== '' && left > 0 && (restricted.has(parent) || isBelowRestricted(parent, left - 1));
  };
  const drafts = new Map<string, Withheld>();
  const walk = (page: Page, above: Withheld | undefined) => {
    const status = page.entity.texts.get('contentStatus')?.trim() ?? '';
    const own = restricted.has(page.entity.id) ? withheldBy('draft', 'not everybody may view it') : above;
    const withheld =
      status === '' || status === 'current' ? own : withheldBy('draft', `contentStatus: ${status.slice(0, 40)}`);
    if (withheld) drafts.set(page.path, withheld);
    for (const child of page.children) walk(child, own && withheldBy('draft', aboveReason));
  };
  for (const page of pages)
    walk(page, isBelowRestricted(page.entity.id) ? withheldBy('draft', aboveReason) : undefined);
  return drafts;
}
