import { AddComment } from '../../__generated__/change-request.ts';
import { useChange } from '../../client/change.ts';
import { useDraft } from '../../parts/draft.ts';
import { Failure } from '../../parts/failure.tsx';
import { words } from '../../words/words.ts';
import type { Facts } from './facts.ts';

interface WritingProps {
  /** Under which name an unsent text is kept. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  /** Sends the text; false when it was refused, and then the text stays. */
  readonly onSend: (markdown: string) => Promise<boolean>;
  readonly isBusy: boolean;
  readonly refusal: string | null;
}

/** A field for a text in Markdown and a button that sends it, also by Ctrl+Enter. */
export function Writing({ name, label, button, onSend, isBusy, refusal }: WritingProps) {
  const [text, setText] = useDraft(name);
  const send = async () => {
    if (text.trim() !== '' && !isBusy && (await onSend(text))) setText('');
  };
  return (
    <form
      className="writing"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        {label}
        <textarea
          value={text}
          maxLength={50_000}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) void send();
          }}
        />
      </label>
      <button type="submit" disabled={isBusy || text.trim() === ''}>
        {button}
      </button>
      <Failure>{refusal}</Failure>
    </form>
  );
}

/** Comments on a change request, or on a page in it. */
export function CommentForm({
  space,
  request,
  pageId,
  label,
}: Facts & { readonly pageId?: string; readonly label: string }) {
  const { send, ...state } = useChange();
  return (
    <Writing
      {...state}
      name={`${request.id} ${pageId ?? ''}`}
      label={label}
      button={words.comment}
      onSend={async (markdown) =>
        (await send(AddComment, { spaceId: space.id, id: request.id, markdown, pageId: pageId ?? null })) !== null
      }
    />
  );
}
