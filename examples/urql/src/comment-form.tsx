import type { FormEvent } from 'react';
import { textOf } from '../../shared/forms.ts';

interface Props {
  readonly isBusy: boolean;
  /** Resolves when the comment is there, so that the field is emptied. */
  readonly onComment: (markdown: string) => Promise<void>;
}

/** A field for a new comment. */
export function CommentForm({ isBusy, onComment }: Props) {
  const comment = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onComment(textOf(form, 'comment')).then(
      () => form.reset(),
      // The page shows the error, and the text stays for another attempt.
      () => {},
    );
  };
  return (
    <form onSubmit={comment}>
      <label>
        Comment
        <textarea name="comment" required />
      </label>
      <button type="submit" disabled={isBusy}>
        Comment
      </button>
    </form>
  );
}
