import { useState, type ReactNode } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql';
import { never, useNews } from '../client/news.ts';
import { reasonOf } from '../client/read.tsx';
import { words } from '../words/words.ts';
import { Failure } from './failure.tsx';

interface HeadedProps {
  readonly title: string;
  readonly id?: string;
  /** What stands in the place of an empty list; without it, that is left out. */
  readonly empty?: ReactNode;
  readonly action?: ReactNode;
}

interface ListProps extends HeadedProps {
  /** What stands below the items, such as a button for more. */
  readonly more?: ReactNode;
  readonly children: readonly ReactNode[];
}

/** A list under its heading. */
export function List({ title, id, empty, action, more, children }: ListProps) {
  if (children.length === 0 && empty === undefined) return null;
  return (
    <section className="list" id={id}>
      <h2>
        {title}
        {action}
      </h2>
      {children.length === 0 ? <p className="quiet">{empty}</p> : <ul>{children}</ul>}
      {more}
    </section>
  );
}

/** A page of a list of the schema. */
export interface Connection<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly edges: readonly { readonly node: Node }[];
}

export interface MoreProps<Node, Data, Variables> {
  /** The page that is shown already. */
  readonly of: Connection<Node>;
  /** Asks for a page of the list after a cursor. */
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Omit<Variables, 'after'>;
  /** The name of the variable of the cursor. */
  readonly cursor?: string;
  readonly pick: (data: Data) => Connection<Node> | null | undefined;
  /** Whether the items stand for themselves instead of in a list. */
  readonly isPlain?: boolean;
  /** How an item is shown. */
  readonly each: (node: Node) => ReactNode;
}

/** What follows the first page of a list: a button, and then the next page and its own button. */
export function More<Node, Data, Variables extends AnyVariables>({ of, ...next }: MoreProps<Node, Data, Variables>) {
  const [isOpen, setIsOpen] = useState(false);
  if (!of.pageInfo.hasNextPage) return null;
  if (isOpen) return <Next {...next} after={of.pageInfo.endCursor ?? null} />;
  return (
    <button type="button" className="more" onClick={() => setIsOpen(true)}>
      {words.showMore}
    </button>
  );
}

type NextProps<Node, Data, Variables> = Omit<MoreProps<Node, Data, Variables>, 'of'> & {
  readonly after: string | null;
};

function Next<Node, Data, Variables extends AnyVariables>({ after, ...props }: NextProps<Node, Data, Variables>) {
  const { query, variables, pick, each, cursor = 'after', isPlain = false } = props;
  const [{ data, error, fetching }, ask] = useQuery<Data, AnyVariables>({
    query,
    variables: { ...variables, [cursor]: after },
  });
  useNews(never, () => ask({ requestPolicy: 'network-only' }));
  const page = data === undefined ? undefined : pick(data);
  if (page) {
    const items = page.edges.map(({ node }) => each(node));
    return (
      <>
        {isPlain ? items : <ul>{items}</ul>}
        <More {...props} of={page} />
      </>
    );
  }
  if (fetching) return <p className="waiting" role="status" aria-label={words.loading} />;
  return <Failure>{reasonOf(error) ?? words.notThere}</Failure>;
}

/** A list of the schema under its heading, with whatever follows its first page. */
export function PagedList<Node, Data, Variables extends AnyVariables>({
  title,
  id,
  empty,
  action,
  ...more
}: HeadedProps & MoreProps<Node, Data, Variables>) {
  const headed = { title, empty, action, ...(id === undefined ? {} : { id }) };
  return (
    <List {...headed} more={<More {...more} />}>
      {more.of.edges.map(({ node }) => more.each(node))}
    </List>
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

interface RowProps {
  readonly title: ReactNode;
  /** What is said about it below. */
  readonly about?: ReactNode;
  /** A sign before the title. */
  readonly sign?: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** An entry of a list of things to look after: what it is at the left, and what can be done with it at the right. */
export const Row = ({ title, about, sign, children }: RowProps) => (
  <li className="entry row">
    {sign}
    <div className="row-main">
      <strong>{title}</strong>
      {about && <p className="quiet">{about}</p>}
    </div>
    {children && <div className="row-side">{children}</div>}
  </li>
);
