import { lazy, Suspense } from 'react';
import type { EditedPageFragment } from '../../__generated__/edit.ts';
import { Failure } from '../../parts/failure.tsx';
import { fill, words } from '../../words/words.ts';
import type { Fields } from './fields.ts';
import { Preview } from './preview.tsx';
import { usePage } from './use-page.ts';

const Editor = lazy(() => import('./editor.tsx').then(({ Editor: editor }) => ({ default: editor })));

interface FormProps {
  readonly spaceId: string;
  readonly requestId: string;
  readonly page: EditedPageFragment;
  readonly revisionId: string;
  /** The address of the change request. */
  readonly address: string;
}

/** The title, the attributes and the text of a page, with its preview beside it. */
export function Form({ address, ...place }: FormProps) {
  const page = usePage(place);
  const { fields, set, theirs } = page;
  const label = fill(words.textOf, { title: place.page.title });
  const setText = (markdown: string) => set({ ...fields, markdown });
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void page.save();
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void page.save();
      }}
    >
      {page.isRestored && page.isChanged && theirs === null && <p className="quiet">{words.restored}</p>}
      {theirs && <Theirs theirs={theirs} own={fields} onSettle={page.settle} />}
      <Attributes fields={fields} onChange={set} />
      <div className="halves">
        <div>
          <Suspense fallback={<Plain label={label} value={fields.markdown} onChange={setText} />}>
            <Editor label={label} value={fields.markdown} onChange={setText} />
          </Suspense>
        </div>
        <Preview {...place} markdown={fields.markdown} />
      </div>
      <p className="actions save">
        <button type="submit" className="primary" disabled={page.isBusy || !page.isChanged || theirs !== null}>
          {words.save}
        </button>
        {page.isChanged && (
          <button type="button" disabled={page.isBusy} onClick={page.discard}>
            {words.discard}
          </button>
        )}
        <a href={address}>{words.toRequest}</a>
        <span role="status" className="quiet">
          {page.isSaved ? words.saved : page.isChanged && words.notSaved}
        </span>
      </p>
      <Failure>{page.refusal}</Failure>
    </form>
  );
}

interface WriterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A plain field, until the editor is loaded. */
const Plain = ({ label, value, onChange }: WriterProps) => (
  <textarea aria-label={label} rows={20} value={value} onChange={({ target }) => onChange(target.value)} />
);

interface AttributesProps {
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
}

function Attributes({ fields, onChange }: AttributesProps) {
  return (
    <div className="attributes">
      {attributes.map(({ name, ...input }) => (
        <label key={name} className={name === 'description' ? 'wide' : undefined}>
          {words[name]}
          <input
            {...input}
            value={fields[name]}
            onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
          />
        </label>
      ))}
    </div>
  );
}

const attributes = [
  { name: 'title', maxLength: 256, required: true },
  { name: 'slug', maxLength: 100 },
  { name: 'emoji', maxLength: 16 },
  { name: 'description', maxLength: 1000 },
] as const;

interface TheirsProps {
  readonly theirs: Fields;
  readonly own: Fields;
  readonly onSettle: (fields: Fields) => void;
}

/** What somebody else has made of the page meanwhile, beside the own text. Nothing is lost before one of them is chosen. */
const Theirs = ({ theirs, own, onSettle }: TheirsProps) => (
  <section className="conflict" role="alert">
    <h2>{words.overtaken}</h2>
    <p className="quiet">{words.overtakenLead}</p>
    <div className="sides">
      {(
        [
          [words.theirText, theirs],
          [words.yourText, own],
        ] as const
      ).map(([caption, { title, markdown }]) => (
        <figure key={caption}>
          <figcaption>
            {caption}: {title}
          </figcaption>
          <pre tabIndex={0}>{markdown}</pre>
        </figure>
      ))}
    </div>
    <p className="actions">
      <button type="button" onClick={() => onSettle(theirs)}>
        {words.takeTheirs}
      </button>
      <button type="button" onClick={() => onSettle(own)}>
        {words.goOnWithMine}
      </button>
    </p>
  </section>
);
