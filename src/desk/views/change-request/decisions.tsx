import { AskForReview, ChangeRequestInput, Merge, Review, Reviewers } from '../../__generated__/change-request.ts';
import { useChange } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { useDraft } from '../../parts/draft.ts';
import { Failure } from '../../parts/failure.tsx';
import { Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { Moment } from '../../parts/moment.tsx';
import { wordOf, words } from '../../words/words.ts';
import { useState } from 'react';
import { isAlive, type Facts } from './facts.ts';

/** What was decided about a change request, and what the person may decide. */
export const Decisions = (facts: Facts) => (
  <>
    <Reviews {...facts} />
    <ReviewForm {...facts} />
    {facts.request.pullRequestUrl === null ? (
      <>
        <MergeBox {...facts} />
        <Subject {...facts} />
      </>
    ) : (
      <section className="list">
        <h2>{words.pullRequests}</h2>
        <p>
          {words.showsPullRequest} <a href={facts.request.pullRequestUrl}>{facts.request.pullRequestUrl}</a>
        </p>
      </section>
    )}
  </>
);

function Reviews(facts: Facts) {
  const { request, space, viewerId } = facts;
  const reviews = request.reviews.edges.map(({ node }) => node);
  const asked = request.requestedReviewers.edges.flatMap(({ node: { user } }) => (user ? [user] : []));
  return (
    <section className="list">
      <h2>{words.reviews}</h2>
      {reviews.length === 0 && asked.length === 0 && <p className="quiet">{words.noReviews}</p>}
      <ul>
        {reviews.map(({ id, status, outdated, createdAt, reviewer }) => (
          <li key={id} className="entry">
            <span className={`status ${status.toLowerCase()}`}>{wordOf('review', status)}</span>{' '}
            {reviewer?.displayName ?? words.somebody}
            <p className="quiet">
              <Moment at={createdAt} />
              {outdated && <> · {words.reviewOutdated}</>}
            </p>
          </li>
        ))}
        {asked.map(({ id, displayName }) => (
          <li key={id} className="entry">
            <span className="status">{words.reviewAsked}</span> {displayName}
          </li>
        ))}
      </ul>
      {isAlive(request) && (space.permissions.edit || request.createdBy?.id === viewerId) && <Asking {...facts} />}
    </section>
  );
}

/** Asks members for a review. Who can be asked is read when somebody wants to. */
function Asking({ space, request, viewerId }: Facts) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <p className="actions">
        <button type="button" onClick={() => setIsOpen(true)}>
          {words.askForReview}
        </button>
      </p>
    );
  const ask = async ({ send, field }: Sending) => {
    const data = await send(AskForReview, { id: request.id, userIds: [field('userId')] });
    if (data) setIsOpen(false);
    return data;
  };
  return (
    <Read
      query={Reviewers}
      variables={{ organizationId: space.organizationId }}
      of={({ organization }) => organization?.members}
    >
      {({ edges }) => (
        <Form submit={words.askForReview} onSend={ask}>
          <SelectField
            label={words.reviewer}
            name="userId"
            options={edges
              .filter(({ node }) => node.userId !== viewerId && node.userId !== request.createdBy?.id)
              .map(({ node }) => [node.userId, node.user.displayName])}
          />
        </Form>
      )}
    </Read>
  );
}

const verdicts = ['APPROVED', 'CHANGES_REQUESTED'] as const;

/** Approves or asks for changes. Not for the author, whose review the server refuses. */
function ReviewForm({ space, request, viewerId }: Facts) {
  const { send, isBusy, refusal } = useChange();
  const [text, setText] = useDraft(`review ${request.id}`);
  if (!isAlive(request) || !space.permissions.review || request.createdBy?.id === viewerId) return null;
  const submit = async (status: (typeof verdicts)[number]) => {
    const input = text.trim() === '' ? { status } : { status, comment: { markdown: text } };
    if (await send(Review, { id: request.id, revisionId: request.revisionId, input })) setText('');
  };
  return (
    <section className="list">
      <h2>{words.yourReview}</h2>
      <label>
        {words.reviewComment}
        <textarea value={text} maxLength={50_000} onChange={({ target }) => setText(target.value)} />
      </label>
      <p className="actions">
        {verdicts.map((status) => (
          <button key={status} type="button" disabled={isBusy} onClick={() => void submit(status)}>
            {wordOf('verdict', status)}
          </button>
        ))}
      </p>
      <Failure>{refusal}</Failure>
    </section>
  );
}

/** Merges, or says why that is not possible now. */
function MergeBox({ space, request, viewerId }: Facts) {
  const { send, isBusy, refusal } = useChange();
  const { status, conflicts } = request;
  const mayChange = space.permissions.edit || request.createdBy?.id === viewerId;
  const set = (to: 'OPEN' | 'DRAFT' | 'ARCHIVED') =>
    void send(ChangeRequestInput, { id: request.id, input: { status: to } });
  const why = whyNot({ space, request });
  return (
    <section className="list">
      <h2>{words.merge}</h2>
      {why !== null && <p className="quiet">{why}</p>}
      {conflicts.length === 0 && isAlive(request) && request.changes.items.length > 0 && why === null && (
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => void send(Merge, { id: request.id })}
        >
          {words.mergeNow}
        </button>
      )}
      {mayChange && (
        <p className="actions">
          {status === 'DRAFT' && (
            <button type="button" disabled={isBusy} onClick={() => set('OPEN')}>
              {words.openForReview}
            </button>
          )}
          {isAlive(request) && (
            <button type="button" className="plain" disabled={isBusy} onClick={() => set('ARCHIVED')}>
              {words.archive}
            </button>
          )}
          {status === 'ARCHIVED' && (
            <button type="button" disabled={isBusy} onClick={() => set('OPEN')}>
              {words.reopen}
            </button>
          )}
        </p>
      )}
      <Failure>{refusal}</Failure>
    </section>
  );
}

/** Why a change request cannot be merged by the person; null when it can. */
function whyNot({ space, request }: Pick<Facts, 'space' | 'request'>): string | null {
  if (request.status === 'MERGED') return words.isMerged;
  if (request.status === 'ARCHIVED') return words.isArchived;
  if (request.changes.items.length === 0) return words.noChanges;
  if (request.conflicts.length > 0) return words.resolveFirst;
  return space.permissions.merge ? null : words.mayNotMerge;
}

/** Renames the change request. */
function Subject({ space, request, viewerId }: Facts) {
  if (!isAlive(request) || !(space.permissions.edit || request.createdBy?.id === viewerId)) return null;
  return (
    <details>
      <summary>{words.rename}</summary>
      <Form
        submit={words.save}
        isKept
        onSend={({ send, field }) => send(ChangeRequestInput, { id: request.id, input: { subject: field('subject') } })}
      >
        <TextField label={words.subject} name="subject" value={request.subject} maxLength={256} />
      </Form>
    </details>
  );
}
