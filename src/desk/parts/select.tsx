import { useChange, type Send } from '../client/change.ts';
import { Failure } from './failure.tsx';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly isDisabled?: boolean;
  readonly onSelect: (send: Send, value: string) => Promise<unknown>;
}

/** A choice that is sent at once. It shows what the server has, so a refused one is seen to be refused. */
export function Select({ label, value, options, isDisabled = false, onSelect }: SelectProps) {
  const { send, isBusy, refusal } = useChange();
  return (
    <>
      <select
        aria-label={label}
        value={value}
        disabled={isDisabled || isBusy}
        onChange={({ target }) => void onSelect(send, target.value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <Failure>{refusal}</Failure>
    </>
  );
}
