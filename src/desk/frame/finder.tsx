import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from 'urql';
import { Find, type FindQuery } from '../__generated__/finder.ts';
import { Failure } from '../parts/failure.tsx';
import { reasonOf } from '../client/read.tsx';
import { words } from '../words/words.ts';
import { placesFound, type Found } from './found.ts';
import { at, go } from './place.ts';

/** How long somebody must have paused before what they have typed is looked up, in milliseconds. */
const pauseMs = 180;
const kinds = ['allKinds', 'pages', 'spaces', 'sites'] as const;
type Kind = (typeof kinds)[number];

/** Finds pages, spaces, collections and sites by keys alone: `/` or Ctrl+K, words, arrows, Enter. */
export function Finder() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    setIsOpen(true);
  };
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search>
      <button type="button" className="find" aria-keyshortcuts="/ Control+K Meta+K" onClick={open}>
        <Lens />
        <span>{words.search}</span> <kbd aria-hidden="true">/</kbd>
      </button>
      <dialog
        ref={dialog}
        className="finder"
        aria-label={words.search}
        onClose={() => setIsOpen(false)}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        <Finding isOpen={isOpen} onDone={() => dialog.current?.close()} />
      </dialog>
    </search>
  );
}

/** Whether a key opens the search: Ctrl+K or Command+K anywhere, and `/` where nobody writes. */
function isShortcut({ key, ctrlKey, metaKey, altKey, target }: globalThis.KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  if (key !== '/' || !(target instanceof HTMLElement)) return false;
  return !(target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.shadowRoot);
}

function Finding({ isOpen, onDone }: { readonly isOpen: boolean; readonly onDone: () => void }) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>('allKinds');
  const [active, setActive] = useState(-1);
  const id = useId();
  const query = usePause(text.trim());
  const [{ data, error }] = useQuery<FindQuery>({
    query: Find,
    variables: { query, text: query.slice(0, 100) },
    pause: !isOpen || query === '',
  });
  const found = query === '' ? [] : placesFound(data).filter((one) => kind === 'allKinds' || one.kind === kind);
  const lead = (href: string) => {
    onDone();
    go(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // At once, where browsers would empty the field first.
      event.preventDefault();
      return onDone();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.length === 0) return undefined;
    event.preventDefault();
    const next = (active + 1 + step + found.length + 1) % (found.length + 1);
    return setActive(next - 1);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = found[active];
        if (chosen) lead(chosen.href);
        else if (text.trim() !== '') lead(`${at('app', 'search')}?${new URLSearchParams({ q: text.trim() })}`);
      }}
    >
      <input
        type="search"
        name="q"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found[active] && `${id}-${active}`}
        aria-label={words.search}
        placeholder={words.searchPlaceholder}
        autoComplete="off"
        maxLength={256}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <fieldset className="looks">
        <legend className="unseen">{words.kindOfFound}</legend>
        {kinds.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="kind"
              checked={kind === one}
              onChange={() => {
                setKind(one);
                setActive(-1);
              }}
            />
            {words[one]}
          </label>
        ))}
      </fieldset>
      <Failure>{reasonOf(error)}</Failure>
      <ul role="listbox" id={id} aria-label={words.found}>
        {found.map((one, index) => (
          <Option key={one.href} found={one} id={`${id}-${index}`} isActive={index === active} onChoose={lead} />
        ))}
      </ul>
      <p className="quiet" role="status">
        {query !== '' && data && found.length === 0 ? words.nothingFound : words.findHint}
      </p>
    </form>
  );
}

interface OptionProps {
  readonly found: Found;
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: (href: string) => void;
}

function Option({ found: { href, title, about }, id, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li ref={option} id={id} role="option" aria-selected={isActive} onClick={() => onChoose(href)}>
      <strong>{title}</strong> <span className="quiet">{about}</span>
    </li>
  );
}

/** A text as it was when somebody last paused. */
function usePause(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

const Lens = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20" />
  </svg>
);
