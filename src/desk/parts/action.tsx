import { useRef, useState, type ReactNode } from 'react';
import { useChange, type Send } from '../client/change.ts';
import { words } from '../words/words.ts';
import { Failure } from './failure.tsx';

interface ActionProps {
  readonly onAct: (send: Send) => Promise<unknown>;
  readonly className?: string;
  readonly label?: string | undefined;
  readonly isDisabled?: boolean;
  /** What is asked before something that cannot be undone: its heading and what it means. */
  readonly confirm?: { readonly title: string; readonly text: ReactNode; readonly typed?: string };
  readonly children: ReactNode;
}

/** A button that sends a change, after a question where it cannot be undone, and says why it was refused. */
export function Action({ onAct, className, label, isDisabled = false, confirm, children }: ActionProps) {
  const { send, isBusy, refusal } = useChange();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setIsAsked] = useState(false);
  const act = async () => {
    if (await onAct(send)) dialog.current?.close();
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        disabled={isBusy || isDisabled}
        onClick={() => (confirm ? setIsAsked(true) : void act())}
      >
        {children}
      </button>
      {confirm && isAsked && (
        <dialog
          ref={(element) => {
            dialog.current = element;
            if (element && !element.open) element.showModal();
          }}
          aria-labelledby="asked"
          onClose={() => setIsAsked(false)}
        >
          <form
            className="writing"
            onSubmit={(event) => {
              event.preventDefault();
              void act();
            }}
          >
            <h2 id="asked">{confirm.title}</h2>
            <p>{confirm.text}</p>
            {confirm.typed !== undefined && <Typed text={confirm.typed} />}
            <p className="actions">
              <button type="submit" className="danger" disabled={isBusy}>
                {children}
              </button>
              <button type="button" onClick={() => dialog.current?.close()}>
                {words.cancel}
              </button>
            </p>
            <Failure>{refusal}</Failure>
          </form>
        </dialog>
      )}
      {!confirm && <Failure>{refusal}</Failure>}
    </>
  );
}

/** Asks for the name of what is deleted, so that nobody deletes another thing. */
const Typed = ({ text }: { readonly text: string }) => (
  <label>
    {words.typeToConfirm}
    <input
      required
      pattern={text.trim().replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}
      placeholder={text}
      autoComplete="off"
    />
  </label>
);
