import type { ReactNode } from 'react';
import { words } from '../words/words.ts';

interface ListProps {
  readonly title: string;
  readonly id?: string;
  /** What stands in the place of an empty list; without it, that is left out. */
  readonly empty?: string;
  /** Whether the server has more than is shown. */
  readonly hasMore?: boolean | undefined;
  readonly action?: ReactNode;
  readonly children: readonly ReactNode[];
}

/** A list under its heading. */
export function List({ title, id, empty, hasMore, action, children }: ListProps) {
  if (children.length === 0 && empty === undefined) return null;
  return (
    <section className="list" id={id}>
      <h2>
        {title}
        {action}
      </h2>
      {children.length === 0 ? <p className="quiet">{empty}</p> : <ul>{children}</ul>}
      {hasMore && <p className="quiet">{words.more}</p>}
    </section>
  );
}

interface EntryProps {
  readonly href: string;
  readonly title: ReactNode;
  readonly isNew?: boolean;
  readonly children?: ReactNode;
}

/** An entry of a list: a link, and what is said about it below. */
export const Entry = ({ href, title, isNew, children }: EntryProps) => (
  <li className={isNew ? 'entry new' : 'entry'}>
    <a href={href}>{title}</a>
    {children && <p className="quiet">{children}</p>}
  </li>
);
