import { useEffect, useRef, useState } from 'react';
import { MovePage } from '../../__generated__/contents.ts';
import { useChange } from '../../client/change.ts';
import { Failure } from '../../parts/failure.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, words } from '../../words/words.ts';
import { Adding } from './adding.tsx';
import type { Arranged, Handling } from './handling.ts';
import { below, spotBy, type Item, type Spot, type Step } from './places.ts';
import { Row } from './row.tsx';

const steps: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

/** The tree of pages. Each is moved by drag, by Alt and the arrows, or by its buttons. */
export function Arranging(arranged: Arranged) {
  const { spaceId, requestId: id, pages } = arranged;
  const { send, isBusy, refusal } = useChange();
  const [openId, setOpenId] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Item | null>(null);
  const [said, setSaid] = useState('');
  const moved = useRef<string | null>(null);
  useEffect(() => {
    // What was moved stands elsewhere in the document, perhaps after several answers: each time the focus is lost by that, it follows.
    const isLost = document.activeElement === document.body;
    if (moved.current !== null && isLost) document.getElementById(`handle-${moved.current}`)?.focus();
  }, [pages]);
  useEffect(() => {
    const forget = () => void (moved.current = null);
    addEventListener('pointerdown', forget);
    return () => removeEventListener('pointerdown', forget);
  }, []);
  const move = async (item: Item, spot: Spot | null) => {
    if (spot === null || isBusy) return;
    moved.current = item.pageId;
    const count = below(pages, spot.parentId).filter(({ pageId }) => pageId !== item.pageId).length + 1;
    const data = await send(MovePage, { spaceId, id, pageId: item.pageId, input: spot });
    if (data === null) moved.current = null;
    else setSaid(fill(words.movedTo, { title: named(item), at: spot.at + 1, count }));
  };
  const handling: Handling = {
    ...arranged,
    isBusy,
    openId,
    dragged,
    open: setOpenId,
    drag: setDragged,
    move: (item, spot) => void move(item, spot),
  };
  return (
    <>
      <Failure>{refusal}</Failure>
      <div
        className="arranging"
        onKeyDown={(event) => {
          const step = event.altKey ? steps[event.key] : undefined;
          const row = (event.target as HTMLElement).closest('[data-page]');
          const item = pages.find(({ pageId }) => pageId === row?.getAttribute('data-page'));
          if (step === undefined || item === undefined) return;
          event.preventDefault();
          handling.move(item, spotBy(pages, item, step));
        }}
      >
        <Rows {...handling} parentId={null} />
      </div>
      <p role="status" className="quiet">
        {said}
      </p>
      <details>
        <summary>{words.newPage}</summary>
        <Adding {...arranged} spots={[{ label: words.atTheEnd, parentId: null, at: null }]} />
      </details>
    </>
  );
}

function Rows({ parentId, ...handling }: Handling & { readonly parentId: string | null }) {
  const items = below(handling.pages, parentId);
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.pageId}>
          <Row item={item} {...handling} />
          <Rows {...handling} parentId={item.pageId} />
        </li>
      ))}
    </ul>
  );
}
