import { lazy, Suspense, useImperativeHandle, useRef, type Ref } from 'react';
import type { EditedPageFragment } from '../../__generated__/edit.ts';
import { Failure } from '../../parts/failure.tsx';
import { fill, words } from '../../words/words.ts';
import { Attributes } from './attributes.tsx';
import type { Writer } from './editor.tsx';
import type { Fields } from './fields.ts';
import { Files } from './files.tsx';
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
  const setText = (markdown: string) => set({ markdown });
  const writer = useRef<Writer>(null);
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
      <Attributes {...place} fields={fields} onChange={set} />
      <div className="halves">
        <Files
          {...place}
          onAim={(at) => writer.current?.aim(at)}
          onInsert={(markdown) => writer.current?.insert(markdown)}
        >
          <Suspense fallback={<Plain writer={writer} label={label} value={fields.markdown} onChange={setText} />}>
            <Editor writer={writer} label={label} value={fields.markdown} onChange={setText} />
          </Suspense>
        </Files>
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
        <a href={`${address}/pages`}>{words.arrange}</a>
        <span role="status" className="quiet">
          {page.isSaved ? words.saved : page.isChanged && words.notSaved}
        </span>
      </p>
      <Failure>{page.refusal}</Failure>
    </form>
  );
}

interface WriterProps {
  readonly writer: Ref<Writer>;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A plain field, until the editor is loaded. */
function Plain({ writer, label, value, onChange }: WriterProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(writer, () => ({
    insert: (text) => {
      const at = field.current?.selectionEnd ?? value.length;
      onChange(value.slice(0, at) + text + value.slice(at));
    },
    aim: () => field.current?.focus(),
  }));
  return (
    <textarea
      ref={field}
      aria-label={label}
      rows={20}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

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
