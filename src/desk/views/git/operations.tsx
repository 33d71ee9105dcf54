import { MoreOperations, SyncGit, type OperationsOfListFragment } from '../../__generated__/git.ts';
import { at, go } from '../../frame/place.ts';
import { Action } from '../../parts/action.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PagedList } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

interface OperationsProps {
  readonly spaceId: string;
  readonly operations: OperationsOfListFragment;
}

/** The syncs that have found a difference or have failed, and a new one. */
export const Operations = ({ spaceId, operations }: OperationsProps) => (
  <PagedList
    title={words.syncs}
    empty={words.noSyncs}
    action={
      <Action
        onAct={async (send) => {
          const data = await send(SyncGit, { spaceId });
          if (data) go(at('jobs', data.syncGit.job.id));
          return data;
        }}
      >
        {words.syncNow}
      </Action>
    }
    of={operations}
    query={MoreOperations}
    variables={{ id: spaceId }}
    pick={(data) => data.space?.connectedRepository?.operations}
    each={(operation) => <Operation key={operation.id} operation={operation} spaceId={spaceId} />}
  />
);

interface OperationProps {
  readonly operation: OperationsOfListFragment['edges'][number]['node'];
  readonly spaceId: string;
}

function Operation({ operation, spaceId }: OperationProps) {
  const { direction, state, startedAt, commitOid, revisionId, counts, skipped, error } = operation;
  return (
    <li className="entry">
      <div className="row">
        <div className="row-main">
          <strong>{wordOf('synced', direction)}</strong>
          <p className="quiet">
            {fill(words.syncCounts, { ...counts })}
            {commitOid && (
              <>
                {' '}
                · <code>{commitOid.slice(0, 7)}</code>
              </>
            )}
            {revisionId && (
              <>
                {' '}
                · <a href={at('spaces', spaceId, 'revisions', revisionId)}>{words.revision}</a>
              </>
            )}{' '}
            · <Moment at={startedAt} />
          </p>
        </div>
        <div className="row-side">
          <span className={`status ${state === 'COMPLETED' ? 'open' : state.toLowerCase()}`}>
            {wordOf('sync', state)}
          </span>
        </div>
      </div>
      <Failure>{error?.message}</Failure>
      {skipped.length > 0 && (
        <details>
          <summary>{fill(words.countedTitle, { title: words.skipped, count: skipped.length })}</summary>
          <ul>
            {skipped.map(({ key, reason }) => (
              <li key={key}>
                <code>{key}</code> {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
