import type { RequestEntryFragment } from '../__generated__/home.ts';
import { at } from '../frame/place.ts';
import { fill, words, wordOf } from '../words/words.ts';
import { Entry, List } from './list.tsx';
import { Moment } from './moment.tsx';

/** The state of a change request, as a word in its color. */
export const Status = ({ of }: { readonly of: RequestEntryFragment['status'] }) => (
  <span className={`status ${of.toLowerCase()}`}>{wordOf('status', of)}</span>
);

interface RequestsProps {
  readonly title: string;
  readonly id?: string;
  readonly empty?: string;
  readonly of:
    | {
        readonly pageInfo?: { readonly hasNextPage: boolean };
        readonly edges: readonly {
          readonly node: RequestEntryFragment & { readonly outdated?: boolean; readonly commentsOpen?: number };
        }[];
      }
    | null
    | undefined;
  readonly action?: React.ReactNode;
}

/** A list of change requests, each with its space, author and state. */
export const Requests = ({ title, id, empty, of, action }: RequestsProps) => (
  <List
    title={title}
    {...(id === undefined ? {} : { id })}
    {...(empty === undefined ? {} : { empty })}
    hasMore={of?.pageInfo?.hasNextPage}
    action={action}
  >
    {(of?.edges ?? []).map(({ node }) => (
      <RequestEntry key={node.id} request={node} />
    ))}
  </List>
);

function RequestEntry({ request }: { readonly request: NonNullable<RequestsProps['of']>['edges'][number]['node'] }) {
  const { id, number, subject, status, updatedAt, createdBy, space, outdated, commentsOpen = 0 } = request;
  const title = (
    <>
      {subject || words.noSubject} <span className="number">#{number}</span>
    </>
  );
  return (
    <Entry href={at('spaces', space?.id ?? '', 'change-requests', id)} title={title}>
      <Status of={status} /> {space?.title} · {createdBy?.displayName ?? words.somebody} · <Moment at={updatedAt} />
      {outdated === true && <> · {words.outdated}</>}
      {commentsOpen > 0 && <> · {fill(words.openComments, { count: commentsOpen })}</>}
    </Entry>
  );
}
