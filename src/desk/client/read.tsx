import type { ReactNode } from 'react';
import { useQuery, type AnyVariables, type CombinedError, type TypedDocumentNode } from 'urql';
import { Failure } from '../parts/failure.tsx';
import { useNamedPart } from '../parts/named.ts';
import { words } from '../words/words.ts';
import { never, useNews } from './news.ts';

/** The first error of the server, whose message is a sentence, or that of the network. */
export const reasonOf = (error: CombinedError | undefined): string | null => {
  if (error === undefined) return null;
  return error.graphQLErrors[0]?.message ?? (error.networkError ? words.noAnswer : error.message);
};

interface ReadProps<Data, Variables, Part> {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  /** The part of the answer that is shown; null when there is none, for which the server says why. */
  readonly of: (data: Data) => Part | null | undefined;
  /** Whether something that has happened may have changed what is shown. */
  readonly isNews?: Parameters<typeof useNews>[0];
  readonly children: (part: Part, again: () => void) => ReactNode;
}

/** Asks for what a view shows, in one round trip, and shows it: what is known at once, and what is new when it comes. */
export function Read<Data, Variables extends AnyVariables, Part>(props: ReadProps<Data, Variables, Part>) {
  const { query, variables, of, isNews, children } = props;
  const [{ data, error, fetching }, ask] = useQuery<Data, AnyVariables>({ query, variables });
  const again = () => ask({ requestPolicy: 'network-only' });
  useNews(isNews ?? never, again);
  const part = data === undefined ? undefined : of(data);
  useNamedPart(part !== undefined && part !== null);
  if (part !== undefined && part !== null) return children(part, again);
  if (fetching) return <p className="waiting" role="status" aria-label={words.loading} />;
  return <Failure>{reasonOf(error) ?? words.notThere}</Failure>;
}
