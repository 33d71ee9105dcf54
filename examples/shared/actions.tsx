import type { FormEvent } from 'react';
import { Failure } from './failures.tsx';
import { textOf } from './forms.ts';

interface Permissions {
  readonly comment: boolean;
  readonly merge: boolean;
}

interface ActionsProps {
  readonly permissions: Permissions | null | undefined;
  readonly status: string;
  readonly conflicts: number;
  readonly isBusy: boolean;
  readonly error: Error | null | undefined;
  /** Resolves when the comment is there, so that the field is emptied. */
  readonly onComment: (markdown: string) => Promise<void>;
  readonly onMerge: () => void;
}

/** What the caller may do with a change request. What they may not do is not shown. */
export function Actions({ permissions, status, conflicts, isBusy, error, onComment, onMerge }: ActionsProps) {
  const comment = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onComment(textOf(form, 'comment')).then(
      () => form.reset(),
      // `error` shows it, and the text stays for another attempt.
      () => {},
    );
  };
  return (
    <>
      <Failure error={error} />
      {permissions?.merge && (status === 'OPEN' || status === 'DRAFT') && (
        <p>
          <button type="button" disabled={isBusy || conflicts > 0} onClick={onMerge}>
            Merge
          </button>
          {conflicts > 0 &&
            ` It has ${conflicts === 1 ? '1 conflict' : `${conflicts} conflicts`}, which must be resolved first.`}
        </p>
      )}
      {permissions?.comment && (
        <form onSubmit={comment}>
          <label>
            Comment
            <textarea name="comment" required />
          </label>
          <button type="submit" disabled={isBusy}>
            Comment
          </button>
        </form>
      )}
    </>
  );
}
