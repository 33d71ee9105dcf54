import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { RequestEntryFragment } from '../__generated__/home.ts';
import { at } from '../frame/place.ts';
import { fill, words, wordOf } from '../words/words.ts';
import { Entry, List, More, type Connection } from './list.tsx';
import { Moment } from './moment.tsx';

/** The state of a change request, as a word in its color. */
export const Status = ({ of }: { readonly of: RequestEntryFragment['status'] }) => (
  <span className={`status ${of.toLowerCase()}`}>{wordOf('status', of)}</span>
);

type Listed = RequestEntryFragment & {
  readonly outdated?: boolean;
  readonly hasConflicts?: boolean | null;
  readonly commentsOpen?: number;
};

interface RequestsProps<Data, Variables> {
  readonly title: string;
  readonly id?: string;
  readonly empty?: string;
  readonly of: Pick<Connection<Listed>, 'edges'> | null | undefined;
  readonly action?: React.ReactNode;
  /** How the next page is asked for, of a list that may be long. */
  readonly paged?: {
    readonly query: TypedDocumentNode<Data, Variables>;
    readonly variables: Omit<Variables, 'after'>;
    readonly pick: (data: Data) => Connection<Listed> | null | undefined;
  };
}

const entryOf = (request: Listed) => <RequestEntry key={request.id} request={request} />;

/** A list of change requests, each with its space, author and state. */
export const Requests = <Data, Variables extends AnyVariables>({
  of,
  paged,
  ...head
}: RequestsProps<Data, Variables>) => (
  <List
    {...head}
    more={paged && of && 'pageInfo' in of && <More {...paged} of={of as Connection<Listed>} each={entryOf} />}
  >
    {(of?.edges ?? []).map(({ node }) => entryOf(node))}
  </List>
);

function RequestEntry({ request }: { readonly request: Listed }) {
  const {
    id,
    number,
    subject,
    status,
    updatedAt,
    createdBy,
    space,
    outdated,
    hasConflicts,
    commentsOpen = 0,
  } = request;
  const title = (
    <>
      {subject || words.noSubject} <span className="number">#{number}</span>
    </>
  );
  return (
    <Entry href={at('spaces', space?.id ?? '', 'change-requests', id)} title={title}>
      <Status of={status} /> {hasConflicts && <span className="status failed">{words.hasConflicts}</span>}{' '}
      {space?.title} · {createdBy?.displayName ?? words.somebody} · <Moment at={updatedAt} />
      {outdated === true && !hasConflicts && <> · {words.outdated}</>}
      {commentsOpen > 0 && <> · {fill(words.openComments, { count: commentsOpen })}</>}
    </Entry>
  );
}
