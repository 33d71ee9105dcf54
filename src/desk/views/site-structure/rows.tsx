import { useState, type DragEvent } from 'react';
import { SetDefault, SortSite } from '../../__generated__/site-structure.ts';
import { useChange } from '../../client/change.ts';
import { Failure } from '../../parts/failure.tsx';
import { Action } from '../../parts/action.tsx';
import { fill, words } from '../../words/words.ts';
import { EditPart } from './edit-part.tsx';
import type { SiteIds, SitePart } from './parts-of-site.ts';

interface PartsProps {
  readonly ids: SiteIds;
  readonly parts: readonly SitePart[];
}

/** The kind of what is dragged stands in the type of the data, which a target may read before the drop. */
const dragType = (type: SitePart['type']) => `application/x-octavo-${type.toLowerCase()}`;

/** Parts beside each other. They are moved by drag, and by the buttons of each, which keys reach. */
export function Parts({ ids, parts }: PartsProps) {
  const { send, isBusy, refusal } = useChange();
  const [over, setOver] = useState<string | null>(null);
  const move = (item: Pick<SitePart, 'id' | 'type'>, position: object) =>
    void send(SortSite, { ...ids, input: { item: { id: item.id, type: item.type }, position } });
  const onDrop = (event: DragEvent, target: SitePart) => {
    setOver(null);
    const dragged = parts.find(({ id }) => id === event.dataTransfer.getData(dragType(target.type)));
    if (dragged === undefined || dragged.id === target.id) return;
    event.preventDefault();
    const isDown = parts.indexOf(dragged) < parts.indexOf(target);
    move(dragged, { [isDown ? 'after' : 'before']: { id: target.id, type: target.type } });
  };
  return (
    <>
      <ul className="parts">
        {parts.map((part, index) => (
          <li
            key={part.id}
            className={over === part.id ? 'over' : undefined}
            draggable
            onDragStart={(event) => {
              event.stopPropagation();
              event.dataTransfer.setData(dragType(part.type), part.id);
            }}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(dragType(part.type))) return;
              event.preventDefault();
              setOver(part.id);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => onDrop(event, part)}
          >
            <div className="row entry">
              <div className="row-main">
                <strong>{part.title || words.untitled}</strong>{' '}
                {part.path !== undefined && <code className="quiet">/{part.path}</code>}{' '}
                {part.isDefault && <span className="status">{words.isDefault}</span>}
              </div>
              <div className="row-side">
                {([-1, 1] as const).map((step) => {
                  const beside = parts[index + step];
                  return (
                    <button
                      key={step}
                      type="button"
                      className="step"
                      disabled={isBusy || beside === undefined}
                      aria-label={fill(step < 0 ? words.moveUp : words.moveDown, { name: part.title })}
                      onClick={() =>
                        beside && move(part, { [step < 0 ? 'before' : 'after']: { id: beside.id, type: beside.type } })
                      }
                    >
                      {step < 0 ? '↑' : '↓'}
                    </button>
                  );
                })}
                <MakeDefault ids={ids} part={part} />
              </div>
            </div>
            <EditPart ids={ids} part={part} />
            {part.parts.length > 0 && <Parts ids={ids} parts={part.parts} />}
          </li>
        ))}
      </ul>
      <Failure>{refusal}</Failure>
    </>
  );
}

/** Shows a section or a space first. The default space of a section is set on the section. */
function MakeDefault({
  ids,
  part: { type, id, title, isDefault, sectionId },
}: {
  readonly ids: SiteIds;
  readonly part: SitePart;
}) {
  if (isDefault !== false || sectionId !== undefined) return null;
  const input = type === 'SITE_SECTION' ? { defaultSiteSectionId: id } : { defaultSiteSpaceId: id };
  return (
    <Action
      className="plain"
      label={fill(words.makeDefaultName, { name: title })}
      onAct={(send) => send(SetDefault, { ...ids, input })}
    >
      {words.makeDefault}
    </Action>
  );
}
