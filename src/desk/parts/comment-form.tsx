import { AddComment } from '../__generated__/threads.ts';
import type { Send } from '../client/change.ts';
import { useDraft } from './draft.ts';
import { Form, type Sending } from './form.tsx';
import { words } from '../words/words.ts';

export interface WritingProps {
  /** Under which name an unsent text is kept. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  /** Sends the text; what is falsy stands for a refusal, and then the text stays. */
  readonly onSend: (send: Send, markdown: string) => Promise<unknown>;
  /** The text that is changed, where there is one. */
  readonly before?: string;
  /** Leaves the text as it was. */
  readonly onCancel?: () => void;
}

/** A field for a text in Markdown and a button that sends it, also by Ctrl+Enter. */
export function Writing({ name, label, button, onSend, before = '', onCancel }: WritingProps) {
  const [text, setText] = useDraft(name, before);
  const submit = async ({ send }: Sending) => {
    const isSent = await onSend(send, text);
    if (isSent) setText(before);
    return isSent;
  };
  const cancel = () => {
    setText(before);
    onCancel?.();
  };
  return (
    <Form
      submit={button}
      isDisabled={text.trim() === ''}
      onSend={submit}
      other={onCancel && <Cancel onCancel={cancel} />}
    >
      <label>
        {label}
        <textarea
          value={text}
          maxLength={50_000}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget: { form } }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) form?.requestSubmit();
          }}
        />
      </label>
    </Form>
  );
}

const Cancel = ({ onCancel }: { readonly onCancel: () => void }) => (
  <button type="button" onClick={onCancel}>
    {words.cancel}
  </button>
);

/** What is commented on: a space or a change request in it, or a page of either. */
export interface CommentPlace {
  readonly spaceId: string;
  readonly requestId: string | null;
  readonly pageId: string | null;
}

export const CommentForm = ({ spaceId, requestId, pageId, label }: CommentPlace & { readonly label: string }) => (
  <Writing
    name={`${requestId ?? spaceId} ${pageId ?? ''}`}
    label={label}
    button={words.comment}
    onSend={(send, markdown) => send(AddComment, { spaceId, id: requestId, markdown, pageId })}
  />
);
