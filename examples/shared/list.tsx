import type { ReactNode } from 'react';

interface ListProps {
  /** None for the later pages of a list. */
  readonly title: string | null;
  readonly count?: number | undefined;
  readonly children: ReactNode;
}

/** A titled list with the number of all its items. */
export function List({ title, count, children }: ListProps) {
  return (
    <section>
      {title !== null && (
        <h2>
          {title} {count !== undefined && <small>{count}</small>}
        </h2>
      )}
      <ul>{children}</ul>
    </section>
  );
}

interface EntryProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** An item of a list that leads to its own place. */
export function Entry({ href, children }: EntryProps) {
  return (
    <li>
      <a href={href}>{children}</a>
    </li>
  );
}

interface MoreProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** Leads to the next page of a connection while there is one. */
export function More({ hasMore, isLoading, onMore }: MoreProps) {
  return (
    hasMore && (
      <button type="button" disabled={isLoading} onClick={onMore}>
        {isLoading ? 'Loading …' : 'Load more'}
      </button>
    )
  );
}
