import { useState } from 'react';
import { RemovePage, RenamePage } from '../../__generated__/contents.ts';
import { useChange } from '../../client/change.ts';
import { Failure } from '../../parts/failure.tsx';
import { Form, type Sending } from '../../parts/form.tsx';
import { named } from '../../parts/spaces.tsx';
import { withFocus } from '../../parts/with-focus.ts';
import { count, fill, words } from '../../words/words.ts';
import { Adding } from './adding.tsx';
import type { Handling } from './handling.ts';
import { countBelow, spotBy, spotOf, type Item } from './places.ts';

const steps = [
  { step: 'up', sign: '↑', word: 'stepUp' },
  { step: 'down', sign: '↓', word: 'stepDown' },
  { step: 'in', sign: '→', word: 'stepIn' },
  { step: 'out', sign: '←', word: 'stepOut' },
] as const;

/** What can be done with a page of the tree: move it, rename or delete it, and add another one beside or below it. */
export function RowActions({ item, ...handling }: Handling & { readonly item: Item }) {
  const { pages, addressOf, isBusy } = handling;
  const [shown, setShown] = useState<'rename' | 'addHere' | 'delete' | null>(null);
  const title = named(item);
  const { parentId, at } = spotOf(pages, item);
  const toggle = (part: NonNullable<typeof shown>) => (
    <button type="button" aria-expanded={shown === part} onClick={() => setShown(shown === part ? null : part)}>
      {words[part]}
    </button>
  );
  return (
    <div className="page-actions" role="group" aria-label={fill(words.arrangePage, { title })}>
      <p className="actions">
        {steps.map(({ step, sign, word }) => {
          const spot = spotBy(pages, item, step);
          return (
            <button key={step} type="button" disabled={isBusy || !spot} onClick={() => handling.move(item, spot)}>
              <span aria-hidden="true">{sign}</span> {words[word]}
            </button>
          );
        })}
      </p>
      <p className="actions">
        {item.type === 'DOCUMENT' && (
          <a className="button" href={`${addressOf(item.pageId)}/edit`}>
            {words.edit}
          </a>
        )}
        {toggle('rename')}
        {toggle('addHere')}
        {toggle('delete')}
      </p>
      {shown === 'rename' && <Renaming item={item} {...handling} />}
      {shown === 'addHere' && (
        <Adding
          {...handling}
          spots={[
            { label: fill(words.afterPage, { title }), parentId, at: at + 1 },
            ...(item.type === 'LINK'
              ? []
              : [{ label: fill(words.belowPage, { title }), parentId: item.pageId, at: null }]),
          ]}
        />
      )}
      {shown === 'delete' && <Deleting item={item} {...handling} />}
    </div>
  );
}

function Renaming({ item, spaceId, requestId, open }: Handling & { readonly item: Item }) {
  const rename = async ({ send, field }: Sending) => {
    if (await send(RenamePage, { spaceId, id: requestId, pageId: item.pageId, title: field('title') })) open(null);
  };
  return (
    <Form submit={words.save} onSend={rename}>
      <label>
        {words.title}
        <input name="title" defaultValue={item.title} required maxLength={256} ref={withFocus} />
      </label>
    </Form>
  );
}

/** Deletes a page when it is confirmed, because everything below it goes as well. */
function Deleting({ item, pages, spaceId, requestId, open }: Handling & { readonly item: Item }) {
  const { send, isBusy, refusal } = useChange();
  const more = countBelow(pages, item.pageId);
  const remove = async () => {
    if (await send(RemovePage, { spaceId, id: requestId, pageId: item.pageId })) open(null);
  };
  return (
    <>
      <p>
        {fill(words.deletePage, { title: named(item) })} {more > 0 && count(more, 'deleteBelow')}
      </p>
      <p className="actions">
        <button type="button" className="danger" disabled={isBusy} ref={withFocus} onClick={() => void remove()}>
          {words.deleteIt}
        </button>
        <button type="button" onClick={() => open(null)}>
          {words.keepIt}
        </button>
      </p>
      <Failure>{refusal}</Failure>
    </>
  );
}
