import { useState } from 'react';
import { words } from '../words/words.ts';

interface SecretProps {
  readonly label: string;
  readonly value: string;
  /** What it is, and that it is not shown again. */
  readonly hint?: string;
}

/** A value to copy, such as a link or a secret that is shown once. */
export function Secret({ label, value, hint }: SecretProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <div className="secret">
      <label>
        {label}
        <input readOnly value={value} onFocus={({ target }) => target.select()} />
      </label>
      {/* Only pages of a secure origin may write to the clipboard; elsewhere the text is selected and copied by hand. */}
      {isSecureContext && (
        <button type="button" onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </button>
      )}
      {hint && <p className="quiet">{hint}</p>}
    </div>
  );
}
