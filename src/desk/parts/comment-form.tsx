import { useRef, useState } from 'react';
import { AddComment } from '../__generated__/threads.ts';
import type { Send } from '../client/change.ts';
import { useDraft } from './draft.ts';
import { Form, type Sending } from './form.tsx';
import { useOrganization } from '../frame/organization.ts';
import { askedBefore, Mentions } from './mentions.tsx';
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
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const organizationId = useOrganization(null);
  const mention = (link: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const begin = at - (asked?.length ?? 0) - 1;
    setText(`${text.slice(0, begin)}${link} ${text.slice(at)}`);
    setAsked(null);
    field.current?.focus();
  };
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
          ref={field}
          value={text}
          maxLength={50_000}
          onChange={({ target }) => {
            setText(target.value);
            setAsked(askedBefore(target.value, target.selectionStart));
          }}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget: { form } }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) form?.requestSubmit();
          }}
        />
      </label>
      {asked && organizationId && <Mentions organizationId={organizationId} search={asked} onChoose={mention} />}
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
