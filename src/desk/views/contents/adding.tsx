import { useState } from 'react';
import { PlaceGroup, PlacePage } from '../../__generated__/contents.ts';
import { PlaceTemplate } from '../../__generated__/templates.ts';
import { useChange } from '../../client/change.ts';
import { go } from '../../frame/place.ts';
import { Failure } from '../../parts/failure.tsx';
import { fieldOf } from '../../parts/field.ts';
import { TemplateField } from '../../parts/templates.tsx';
import { words } from '../../words/words.ts';
import type { Arranged } from './handling.ts';

/** A place that a new page may have. Without an index it is the last. */
interface NewSpot {
  readonly label: string;
  readonly parentId: string | null;
  readonly at: number | null;
}

/** Adds a page, and leads to its editor, or a group of pages, which stands at the top. */
export function Adding({
  templates,
  spaceId,
  requestId: id,
  addressOf,
  spots,
}: Arranged & { readonly spots: readonly NewSpot[] }) {
  const { send, isBusy, refusal } = useChange();
  const [chosen, setChosen] = useState(0);
  const { parentId, at } = spots[chosen] ?? { parentId: null, at: null };
  const addPage = async (title: string, templateId: string) => {
    if (templateId === '')
      return (await send(PlacePage, { spaceId, id, title, parentId, at }))?.createPage.page?.pageId;
    const input = { templateId, changeRequestId: id, title, parentId, at };
    return (await send(PlaceTemplate, { spaceId, input }))?.applyTemplate.page.pageId;
  };
  const add = async (form: HTMLFormElement, isGroup: boolean) => {
    const title = fieldOf(form, 'title');
    if (isGroup) {
      if (await send(PlaceGroup, { spaceId, id, title, at })) form.reset();
      return;
    }
    const page = await addPage(title, fieldOf(form, 'template'));
    if (page) go(`${addressOf(page)}/edit`);
  };
  return (
    <form
      className="writing"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void add(event.currentTarget, submitter instanceof HTMLButtonElement && submitter.value === 'group');
      }}
    >
      <label>
        {words.title}
        <input name="title" required maxLength={256} />
      </label>
      {spots.length > 1 && (
        <label>
          {words.placeOf}
          <select value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
            {spots.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {templates && <TemplateField of={templates} withSpaces={false} />}
      <p className="actions">
        <button type="submit" disabled={isBusy}>
          {words.addPage}
        </button>
        {parentId === null && (
          <button type="submit" value="group" disabled={isBusy}>
            {words.addGroup}
          </button>
        )}
      </p>
      <Failure>{refusal}</Failure>
    </form>
  );
}
