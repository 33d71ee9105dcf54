import type { TreePageFragment } from '../__generated__/space.ts';
import { named } from './spaces.tsx';

interface PagesProps {
  readonly pages: readonly TreePageFragment[];
  readonly parentId: string | null;
  /** The address of a page. */
  readonly addressOf: (pageId: string) => string;
}

/** The pages below another one as a tree of links. Groups are names only, and links lead elsewhere than to a text. */
export function PageTree({ pages, parentId, addressOf }: PagesProps) {
  const below = pages.filter((page) => page.parentId === parentId);
  if (below.length === 0) return null;
  return (
    <ul className="tree">
      {below.map((page) => (
        <li key={page.pageId}>
          {page.type === 'GROUP' ? <strong>{named(page)}</strong> : <a href={addressOf(page.pageId)}>{named(page)}</a>}
          <PageTree pages={pages} parentId={page.pageId} addressOf={addressOf} />
        </li>
      ))}
    </ul>
  );
}
