import { AddComment } from '../../__generated__/change-request.ts';
import type { Send } from '../../client/change.ts';
import { useDraft } from '../../parts/draft.ts';
import { Form, type Sending } from '../../parts/form.tsx';
import { words } from '../../words/words.ts';
import type { Facts } from './facts.ts';

interface WritingProps {
  /** Under which name an unsent text is kept. */
  readonly name: string;
  readonly label: string;
  readonly button: string;
  /** Sends the text; what is falsy stands for a refusal, and then the text stays. */
  readonly onSend: (send: Send, markdown: string) => Promise<unknown>;
}

/** A field for a text in Markdown and a button that sends it, also by Ctrl+Enter. */
export function Writing({ name, label, button, onSend }: WritingProps) {
  const [text, setText] = useDraft(name);
  const submit = async ({ send }: Sending) => {
    const isSent = await onSend(send, text);
    if (isSent) setText('');
    return isSent;
  };
  return (
    <Form submit={button} isDisabled={text.trim() === ''} onSend={submit}>
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

/** Comments on a change request, or on a page in it. */
export const CommentForm = ({
  space,
  request,
  pageId,
  label,
}: Facts & { readonly pageId?: string; readonly label: string }) => (
  <Writing
    name={`${request.id} ${pageId ?? ''}`}
    label={label}
    button={words.comment}
    onSend={(send, markdown) =>
      send(AddComment, { spaceId: space.id, id: request.id, markdown, pageId: pageId ?? null })
    }
  />
);
