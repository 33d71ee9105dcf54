import { useState } from 'react';
import {
  AddReply,
  ChangeComment,
  ChangeReply,
  MoreComments,
  MoreReplies,
  RemoveComment,
  RemoveReply,
  type ReplyOfThreadFragment,
} from '../../__generated__/change-request.ts';
import { useChange } from '../../client/change.ts';
import { Failure } from '../../parts/failure.tsx';
import { More } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Rich } from '../../parts/rich.tsx';
import { fill, words } from '../../words/words.ts';
import { CommentForm, Writing } from './comment-form.tsx';
import type { Facts, Thread as ThreadFacts } from './facts.ts';

/** The threads about the whole change request, and those about pages that it does not change any more. */
export function Discussion(facts: Facts) {
  const { space, request } = facts;
  if (request.comments === null) return null;
  const changed = new Set(request.changes.items.map(({ subjectId }) => subjectId));
  const threads = request.comments.edges.filter(({ node: { target } }) => !changed.has(target.page?.pageId ?? ''));
  return (
    <section className="list" id="discussion">
      <h2>{words.discussion}</h2>
      {threads.length === 0 && <p className="quiet">{words.noComments}</p>}
      {threads.map(({ node }) => (
        <Thread key={node.id} thread={node} />
      ))}
      <More
        of={request.comments}
        query={MoreComments}
        variables={{ spaceId: space.id, id: request.id }}
        pick={(data) => data.space?.changeRequest?.comments}
        isPlain
        each={(thread) => <Thread key={thread.id} thread={thread} />}
      />
      {space.permissions.comment && <CommentForm {...facts} label={words.yourComment} />}
    </section>
  );
}

/** A comment with its replies. A resolved one is closed. */
export function Thread({ thread }: { readonly thread: ThreadFacts }) {
  const changing = useChange();
  const { id, status, target, permissions, replies } = thread;
  const isResolved = status === 'RESOLVED';
  const change = (input: object) => changing.send(ChangeComment, { id, input });
  const content = (
    <>
      {target.page && <p className="quiet">{fill(words.onPage, { title: target.page.title })}</p>}
      <Said
        said={thread}
        isBusy={changing.isBusy}
        onReact={(input) => void change(input)}
        onDelete={() => void changing.send(RemoveComment, { id })}
      >
        {permissions.resolve && (
          <button
            type="button"
            className="plain"
            disabled={changing.isBusy}
            onClick={() => void change({ resolved: !isResolved })}
          >
            {isResolved ? words.reopen : words.resolve}
          </button>
        )}
      </Said>
      {replies.edges.map(({ node }) => (
        <Reply key={node.id} reply={node} />
      ))}
      <More
        of={replies}
        query={MoreReplies}
        variables={{ id }}
        pick={(data) => data.comment?.replies}
        isPlain
        each={(reply) => <Reply key={reply.id} reply={reply} />}
      />
      {permissions.reply && <ReplyForm commentId={id} />}
      <Failure>{changing.refusal}</Failure>
    </>
  );
  if (!isResolved)
    return (
      <article className="thread" id={id}>
        {content}
      </article>
    );
  return (
    <details className="thread resolved" id={id}>
      <summary>{fill(words.resolvedThread, { name: thread.postedBy.displayName })}</summary>
      {content}
    </details>
  );
}

function Reply({ reply }: { readonly reply: ReplyOfThreadFragment }) {
  const { send, isBusy, refusal } = useChange();
  return (
    <div className="reply" id={reply.id}>
      <Said
        said={reply}
        isBusy={isBusy}
        onReact={(input) => void send(ChangeReply, { id: reply.id, input })}
        onDelete={() => void send(RemoveReply, { id: reply.id })}
      />
      <Failure>{refusal}</Failure>
    </div>
  );
}

function ReplyForm({ commentId }: { readonly commentId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" className="plain" onClick={() => setIsOpen(true)}>
        {words.reply}
      </button>
    );
  return (
    <Writing
      name={commentId}
      label={words.yourReply}
      button={words.reply}
      onSend={async (send, markdown) => {
        const data = await send(AddReply, { commentId, markdown });
        if (data) setIsOpen(false);
        return data;
      }}
    />
  );
}

/** The emoji that are offered; others are shown where somebody has used them by another client. */
const offered = ['👍', '❤️', '🎉', '👀'];

interface SaidProps {
  readonly said: ReplyOfThreadFragment;
  readonly isBusy: boolean;
  readonly onReact: (input: { addedReactions?: string[]; removedReactions?: string[] }) => void;
  readonly onDelete: () => void;
  readonly children?: React.ReactNode;
}

/** What somebody has said, with the reactions to it. */
function Said({ said, isBusy, onReact, onDelete, children }: SaidProps) {
  const { body, postedAt, editedAt, postedBy, reactions, permissions } = said;
  const shown = [...new Set([...reactions.map(({ emoji }) => emoji), ...(permissions.react ? offered : [])])];
  return (
    <>
      <p className="quiet">
        <strong>{postedBy.displayName}</strong> · <Moment at={postedAt} />
        {editedAt && <> · {words.edited}</>}
      </p>
      <Rich html={body.html} />
      <div className="reactions">
        {shown.map((emoji) => {
          const { count = 0, viewerHasReacted = false } = reactions.find((one) => one.emoji === emoji) ?? {};
          return (
            <button
              key={emoji}
              type="button"
              aria-pressed={viewerHasReacted}
              disabled={isBusy || !permissions.react}
              onClick={() => onReact(viewerHasReacted ? { removedReactions: [emoji] } : { addedReactions: [emoji] })}
            >
              {emoji} {count > 0 && count}
            </button>
          );
        })}
        {children}
        {permissions.delete && (
          <button type="button" className="plain" disabled={isBusy} onClick={onDelete}>
            {words.delete}
          </button>
        )}
      </div>
    </>
  );
}
