import { FromMain, Resolve } from '../../__generated__/change-request.ts';
import { useChange, type Send } from '../../client/change.ts';
import { useDraft } from '../../parts/draft.ts';
import { Failure } from '../../parts/failure.tsx';
import { Form } from '../../parts/form.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { isAlive, type Facts, type Request } from './facts.ts';

type Conflict = Request['conflicts'][number];
type Part = Conflict['conflicts'][number];

const sides = ['CHANGE_REQUEST', 'MAIN', 'BASE'] as const;

/** What the change request and the main content have both changed, and what to choose. */
export function Conflicts(facts: Facts) {
  const { request, space } = facts;
  const { send, isBusy, refusal } = useChange();
  if (!isAlive(request) || !(request.outdated || request.conflicts.length > 0)) return null;
  return (
    <section className="list conflicts">
      <h2>{request.conflicts.length > 0 ? words.conflicts : words.outdatedTitle}</h2>
      <p className="quiet">{request.conflicts.length > 0 ? words.conflictsLead : words.outdatedLead}</p>
      {request.conflicts.length === 0 && space.permissions.edit && (
        <button type="button" disabled={isBusy} onClick={() => void send(FromMain, { id: request.id })}>
          {words.updateFromMain}
        </button>
      )}
      <Failure>{refusal}</Failure>
      {request.conflicts.map((conflict) => (
        <ConflictOf key={conflict.id} conflict={conflict} {...facts} />
      ))}
    </section>
  );
}

function ConflictOf({ conflict, request, space }: Facts & { readonly conflict: Conflict }) {
  const { send, isBusy, refusal } = useChange();
  const before = conflict.page?.markdown ?? '';
  const [own, setOwn] = useDraft(`conflict ${conflict.id}`, before);
  const resolve = async (by: Send, input: { choice: (typeof sides)[number] } | { markdown: string }) => {
    const data = await by(Resolve, { id: request.id, pageId: conflict.subjectId, input });
    if (data) setOwn(before);
    return data;
  };
  const hasText = conflict.conflicts.some(({ kind }) => kind === 'TEXT' || kind === 'MARKERS');
  return (
    <article className="conflict" aria-label={conflict.title}>
      <h3>{conflict.title}</h3>
      {conflict.conflicts.map((part) => (
        <PartOf key={part.kind + (part.field ?? '')} part={part} />
      ))}
      {space.permissions.edit && (
        <>
          <p className="actions">
            {sides.map((choice) => (
              <button key={choice} type="button" disabled={isBusy} onClick={() => void resolve(send, { choice })}>
                {wordOf('take', choice)}
              </button>
            ))}
          </p>
          {hasText && conflict.page && (
            <details>
              <summary>{words.ownText}</summary>
              <Form submit={words.takeOwn} onSend={(sending) => resolve(sending.send, { markdown: own })}>
                <label>
                  {fill(words.textOf, { title: conflict.title })}
                  <textarea rows={14} value={own} onChange={({ target }) => setOwn(target.value)} />
                </label>
              </Form>
            </details>
          )}
          <Failure>{refusal}</Failure>
        </>
      )}
    </article>
  );
}

/** The two sides of what differs, beside each other. */
function PartOf({ part }: { readonly part: Part }) {
  const valueOf = (side: 'changeRequest' | 'main') =>
    part.hunks.length > 0
      ? part.hunks.map((hunk) => hunk[side].lines.join('\n')).join('\n…\n')
      : (part[side]?.text ?? part[side]?.flag?.toString() ?? words.nothing);
  return (
    <>
      <p className="quiet">
        {wordOf('conflict', part.kind)} {part.field && <code>{part.field}</code>}
      </p>
      <div className="sides">
        <figure>
          <figcaption>{words.inRequest}</figcaption>
          <pre tabIndex={0}>{valueOf('changeRequest')}</pre>
        </figure>
        <figure>
          <figcaption>{words.inMain}</figcaption>
          <pre tabIndex={0}>{valueOf('main')}</pre>
        </figure>
      </div>
    </>
  );
}
