import { useState } from 'react';
import type { AnyVariables } from 'urql';
import {
  AddReply,
  ChangeComment,
  ChangeReply,
  MoreReplies,
  NamedComment,
  RemoveComment,
  RemoveReply,
  type ReplyOfThreadFragment,
  type ThreadFragment,
} from '../__generated__/threads.ts';
import { useChange } from '../client/change.ts';
import { Read } from '../client/read.tsx';
import { useFragment } from '../frame/place.ts';
import { fill, words } from '../words/words.ts';
import { CommentForm, Writing, type CommentPlace, type WritingProps } from './comment-form.tsx';
import { Failure } from './failure.tsx';
import { More, type Connection, type MoreProps } from './list.tsx';
import { Moment } from './moment.tsx';
import { Rich } from './rich.tsx';

type ThreadFacts = ThreadFragment;

interface DiscussionProps<Data, Variables> {
  readonly comments: Connection<ThreadFacts> | null;
  /** How the next threads are asked for. */
  readonly paged: Pick<MoreProps<ThreadFacts, Data, Variables>, 'query' | 'variables' | 'pick'>;
  /** Where the person comments; null where they may not. */
  readonly place: CommentPlace | null;
  /** Whether a thread is shown here, and not at what it is about. */
  readonly isHere?: (thread: ThreadFacts) => boolean;
}

const everywhere = () => true;

/** The threads about something, with the one that the address names and a field for a new one. */
export function Discussion<Data, Variables extends AnyVariables>({
  comments,
  paged,
  place,
  isHere = everywhere,
}: DiscussionProps<Data, Variables>) {
  if (comments === null) return null;
  const loaded = comments.edges.map(({ node }) => node);
  const threads = loaded.filter(isHere);
  return (
    <section className="list" id="discussion">
      <h2>{words.discussion}</h2>
      {threads.length === 0 && <p className="quiet">{words.noComments}</p>}
      <NamedThread loaded={loaded} />
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} />
      ))}
      <More {...paged} of={comments} isPlain each={(thread) => <Thread key={thread.id} thread={thread} />} />
      {place && <CommentForm {...place} label={words.yourComment} />}
    </section>
  );
}

/** The thread of the comment or reply that the address names, where it is not among those that are shown. */
function NamedThread({ loaded }: { readonly loaded: readonly ThreadFacts[] }) {
  const id = useFragment();
  if (!/^(?:cmt|rpl)_[\w-]+$/.test(id)) return null;
  const isLoaded = loaded.some(
    (thread) => thread.id === id || thread.replies.edges.some(({ node: reply }) => reply.id === id),
  );
  if (isLoaded) return null;
  return (
    <Read query={NamedComment} variables={{ id }} of={({ node }) => node}>
      {(node) => {
        if (node.__typename === 'Comment') return <Thread thread={node} />;
        if (node.__typename !== 'CommentReply' || node.comment === null) return null;
        return <Thread thread={node.comment} named={node} />;
      }}
    </Read>
  );
}

/** A comment with its replies. A resolved one is closed. */
export function Thread({ thread, named }: { readonly thread: ThreadFacts; readonly named?: ReplyOfThreadFragment }) {
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
        onEdit={(send, markdown) => send(ChangeComment, { id, version: thread.version, input: { body: { markdown } } })}
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
      {named && !replies.edges.some(({ node }) => node.id === named.id) && <Reply reply={named} />}
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
        onEdit={(by, markdown) =>
          by(ChangeReply, { id: reply.id, version: reply.version, input: { body: { markdown } } })
        }
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
  readonly onEdit: WritingProps['onSend'];
  readonly onDelete: () => void;
  readonly children?: React.ReactNode;
}

/** What somebody has said, with the reactions to it. */
function Said({ said, isBusy, onReact, onEdit, onDelete, children }: SaidProps) {
  const { body, postedAt, editedAt, postedBy, reactions, permissions } = said;
  const [isEdited, setIsEdited] = useState(false);
  const shown = [...new Set([...reactions.map(({ emoji }) => emoji), ...(permissions.react ? offered : [])])];
  return (
    <>
      <p className="quiet">
        <strong>{postedBy.displayName}</strong> · <Moment at={postedAt} />
        {editedAt && <> · {words.edited}</>}
      </p>
      {isEdited ? (
        <Writing
          name={`edit ${said.id}`}
          label={words.yourChange}
          button={words.save}
          before={said.markdown}
          onSend={async (send, markdown) => {
            const data = await onEdit(send, markdown);
            if (data) setIsEdited(false);
            return data;
          }}
          onCancel={() => setIsEdited(false)}
        />
      ) : (
        <Rich html={body.html} />
      )}
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
        {permissions.edit && !isEdited && (
          <button type="button" className="plain" disabled={isBusy} onClick={() => setIsEdited(true)}>
            {words.editComment}
          </button>
        )}
        {permissions.delete && (
          <button type="button" className="plain" disabled={isBusy} onClick={onDelete}>
            {words.delete}
          </button>
        )}
      </div>
    </>
  );
}
