import { AddPage } from '../../__generated__/change-request.ts';
import { useChange } from '../../client/change.ts';
import { at, go } from '../../frame/place.ts';
import { Failure } from '../../parts/failure.tsx';
import { fieldOf } from '../../parts/field.ts';
import { words } from '../../words/words.ts';
import { isAlive, type Facts } from './facts.ts';

/** Adds a page to the change request, and leads to its editor. */
export function NewPage({ space, request }: Facts) {
  const { send, isBusy, refusal } = useChange();
  if (!isAlive(request) || !space.permissions.edit) return null;
  const add = async (title: string) => {
    const data = await send(AddPage, { spaceId: space.id, id: request.id, title });
    const page = data?.createPage.page?.pageId;
    if (page) go(at('spaces', space.id, 'change-requests', request.id, 'pages', page, 'edit'));
  };
  return (
    <details>
      <summary>{words.newPage}</summary>
      <form
        className="writing"
        onSubmit={(event) => {
          event.preventDefault();
          void add(fieldOf(event.currentTarget, 'title'));
        }}
      >
        <label>
          {words.title}
          <input name="title" required maxLength={256} />
        </label>
        <button type="submit" disabled={isBusy}>
          {words.addPage}
        </button>
        <Failure>{refusal}</Failure>
      </form>
    </details>
  );
}
