import { createContext, useContext, useId, useState, type FormEvent, type ReactNode } from 'react';
import { useChange, type Detail, type Send } from '../client/change.ts';
import { words } from '../words/words.ts';
import { Failure } from './failure.tsx';
import { fieldOf } from './field.ts';

/** What was refused, by the names of the fields. */
const Refused = createContext<readonly Detail[]>([]);

/** What a form is sent with: `send`, and the value of a field by its name. */
export interface Sending {
  readonly send: Send;
  readonly field: (name: string) => string;
  readonly form: HTMLFormElement;
}

interface FormProps {
  /** The words of the button that sends it. */
  readonly submit: string;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the form keeps what was sent, as settings do, and says so. Others are empty again. */
  readonly isKept?: boolean;
  /** What it says then. */
  readonly said?: string;
  /** Sends the form; what is falsy stands for a refusal. */
  readonly onSend: (sending: Sending) => Promise<unknown>;
  /** Called with what the form has whenever it is changed. */
  readonly onEdit?: (edited: Omit<Sending, 'send'>) => void;
  /** What stands beside the button. */
  readonly other?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that sends a change: busy meanwhile, and with what was refused beside its field. */
export function Form({
  submit,
  isPrimary,
  isDisabled = false,
  isKept = false,
  said = words.saved,
  onSend,
  onEdit,
  other,
  className,
  children,
}: FormProps) {
  const { send, isBusy, refusal, details } = useChange();
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const [isSaved, setIsSaved] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isDisabled) return;
    const form = event.currentTarget;
    setNames(new Set(new FormData(form).keys()));
    setIsSaved(false);
    const isDone = Boolean(await onSend({ send, form, field: (name) => fieldOf(form, name) }));
    if (isDone && !isKept) form.reset();
    setIsSaved(isDone && isKept);
  };
  const beside = details.filter((detail) => [...names].some((name) => isOf(detail, name)));
  const elsewhere = details.filter((detail) => !beside.includes(detail)).map(({ message }) => message);
  return (
    <form
      className={className ?? 'writing'}
      onSubmit={(event) => void onSubmit(event)}
      onInput={({ currentTarget: form }) => {
        setIsSaved(false);
        onEdit?.({ form, field: (name) => fieldOf(form, name) });
      }}
    >
      <Refused value={beside}>{children}</Refused>
      <p className="send">
        <button type="submit" className={isPrimary ? 'primary' : undefined} disabled={isBusy || isDisabled}>
          {submit}
        </button>{' '}
        {other}{' '}
        <span role="status" className="quiet">
          {isSaved && said}
        </span>
      </p>
      <Failure>{beside.length > 0 ? elsewhere.join(' ') : refusal}</Failure>
    </form>
  );
}

/** Whether a refused value is that of a field: `input.emails.0.email` is of `emails`. */
const isOf = ({ path }: Detail, name: string) => `${path}.`.includes(`.${name}.`) || path === name;

interface FieldProps {
  readonly label: ReactNode;
  /** The name of the control, as the input of the mutation names the value. */
  readonly name: string;
  /** What the value means, below the label. */
  readonly hint?: ReactNode;
  readonly children: (control: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-invalid': boolean | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** A control of a form with its label, and with why its value was refused. */
export function Field({ label, name, hint, children }: FieldProps) {
  const id = useId();
  const messages = useContext(Refused).filter((detail) => isOf(detail, name));
  const isRefused = messages.length > 0;
  const control = {
    id,
    name,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused || hint ? `${id}-said` : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(control)}
      {(isRefused || hint) && (
        <p id={`${id}-said`} className={isRefused ? 'wrong' : 'quiet'}>
          {isRefused ? messages.map(({ message }) => message).join(' ') : hint}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Omit<FieldProps, 'children'> {
  readonly value?: string | null | undefined;
  readonly type?: 'text' | 'email' | 'url' | 'date' | 'password' | 'number';
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly placeholder?: string;
}

/** A field for a line of text, or for several when it has rows. */
export const TextField = ({ value, type, isRequired, maxLength, rows, placeholder, ...field }: TextProps) => (
  <Field {...field}>
    {(control) => {
      const shared = { ...control, defaultValue: value ?? '', required: isRequired, maxLength, placeholder };
      return rows === undefined ? <input type={type ?? 'text'} {...shared} /> : <textarea rows={rows} {...shared} />;
    }}
  </Field>
);

interface SelectProps extends Omit<FieldProps, 'children'> {
  readonly value?: string | undefined;
  /** The values with their words. */
  readonly options: readonly (readonly [string, string])[];
}

/** A field for one of several values. */
export const SelectField = ({ value, options, ...field }: SelectProps) => (
  <Field {...field}>
    {(control) => (
      <select {...control} key={value} defaultValue={value}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly value?: string;
  readonly isChecked?: boolean | undefined;
  readonly hint?: ReactNode;
}

/** A box to check, with its label beside it. */
export const CheckField = ({ label, name, value = 'on', isChecked, hint }: CheckProps) => (
  <label className="check">
    <input key={String(isChecked)} type="checkbox" name={name} value={value} defaultChecked={isChecked} />
    <span>
      {label}
      {hint && <span className="quiet">{hint}</span>}
    </span>
  </label>
);
