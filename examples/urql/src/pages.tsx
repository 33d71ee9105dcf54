import { useState, type ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { Failure } from '../../shared/failures.tsx';
import { List, More } from '../../shared/list.tsx';

/** Number of items of each page. */
export const first = 10;

/** What a page of a connection is told: after which cursor it begins, and what to do with its end. */
export interface PageProps {
  readonly after: string | null;
  readonly isLast: boolean;
  readonly onMore: (cursor: string) => void;
}

/** Shows the pages of a connection so far. Each is a query of its own, so that the cache renews each of them. */
export function Pages({ page }: { readonly page: (props: PageProps) => ReactNode }) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const onMore = (cursor: string) => setCursors([...cursors, cursor]);
  return cursors.map((after, index) => page({ after, isLast: index === cursors.length - 1, onMore }));
}

interface Connection<Node> {
  readonly count?: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly edges: readonly { readonly node: Node }[];
}

interface ConnectionPageProps<Node> extends PageProps {
  readonly title: string;
  readonly error: CombinedError | undefined;
  readonly fetching: boolean;
  readonly connection: Connection<Node> | null | undefined;
  readonly entry: (node: Node) => ReactNode;
}

/** One page of a connection, under its title when it is the first, and before the way to the next when it is the last. */
export function ConnectionPage<Node>({ connection, entry, ...props }: ConnectionPageProps<Node>) {
  const { title, after, isLast, onMore, error, fetching } = props;
  const { hasNextPage = false, endCursor } = connection?.pageInfo ?? {};
  return (
    <>
      <Failure error={reasonOf(error)} />
      <List title={after === null ? title : null} count={connection?.count}>
        {connection?.edges.map(({ node }) => entry(node))}
      </List>
      <More hasMore={isLast && (fetching || hasNextPage)} isLoading={fetching} onMore={() => onMore(endCursor ?? '')} />
    </>
  );
}

/** The first error of the server, whose message is a sentence, or that of the network. */
export const reasonOf = (error: CombinedError | undefined): Error | undefined =>
  error?.graphQLErrors[0] ?? error?.networkError;
