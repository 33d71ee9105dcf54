import { useState } from 'react';
import { named } from '../../parts/spaces.tsx';
import { fill, words } from '../../words/words.ts';
import { sideOf, type Handling } from './handling.ts';
import { RowActions } from './row-actions.tsx';
import { spotAt, type Item, type Side } from './places.ts';

/** A page of the tree: its handle, its link, and its actions when they are asked for. */
export function Row({ item, ...handling }: Handling & { readonly item: Item }) {
  const { pages, dragged, openId, addressOf } = handling;
  const { pageId, type } = item;
  const [side, setSide] = useState<Side | null>(null);
  const title = named(item);
  const isOpen = openId === pageId;
  const spotFor = (event: React.DragEvent) => {
    const over = sideOf(event);
    const spot = dragged && spotAt(pages, dragged, item, over);
    return spot && { over, spot };
  };
  return (
    <div
      className="page-row"
      data-page={pageId}
      data-drop={side ?? undefined}
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', title);
        handling.drag(item);
      }}
      onDragEnd={() => handling.drag(null)}
      onDragOver={(event) => {
        const found = spotFor(event);
        if (found) event.preventDefault();
        setSide(found?.over ?? null);
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        const found = spotFor(event);
        setSide(null);
        if (!found || !dragged) return;
        event.preventDefault();
        handling.move(dragged, found.spot);
        handling.drag(null);
      }}
    >
      <button
        type="button"
        id={`handle-${pageId}`}
        className="handle"
        aria-expanded={isOpen}
        aria-label={fill(words.arrangePage, { title })}
        onClick={() => handling.open(isOpen ? null : pageId)}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      {type === 'GROUP' ? <strong>{title}</strong> : <a href={addressOf(pageId)}>{title}</a>}
      {isOpen && <RowActions item={item} {...handling} />}
    </div>
  );
}
