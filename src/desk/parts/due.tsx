import type { DueOfListFragment } from '../__generated__/due.ts';
import { at } from '../frame/place.ts';
import { words } from '../words/words.ts';
import { Entry } from './list.tsx';
import { Moment } from './moment.tsx';
import { named } from './spaces.tsx';

type Due = DueOfListFragment['edges'][number]['node'];

/** An entry of a list of pages to review: since when, and whose it is where that is not clear. */
export const DueEntry = ({ due, hasOwner = false }: { readonly due: Due; readonly hasOwner?: boolean }) => {
  const { spaceId, pageId, reviewAt, owner, page } = due;
  return (
    <Entry href={at('spaces', spaceId, 'pages', pageId)} title={page === null ? words.untitled : named(page)}>
      {hasOwner && `${words.owner}: ${owner?.displayName ?? words.noOwner} · `}
      {reviewAt && (
        <>
          {words.dueSince} <Moment at={reviewAt} />
        </>
      )}
    </Entry>
  );
};
