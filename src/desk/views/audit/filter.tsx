import type { EntriesOfAuditFragment } from '../../__generated__/audit.ts';
import { fill, words } from '../../words/words.ts';
import { filter, type Actions } from './filters.ts';

interface FilterProps {
  readonly search: string;
  readonly actions: Actions;
  readonly entries: EntriesOfAuditFragment;
}

/** Whose entries, which and of which time are shown. People are offered who are in what is shown. */
export function Filter({ search, actions, entries }: FilterProps) {
  const wanted = new URLSearchParams(search);
  const actors = new Map(
    entries.edges.flatMap(({ node: { actor } }) => (actor ? [[actor.id, actor.displayName] as const] : [])),
  );
  const target = wanted.get('targetTitle');
  return (
    <search className="filter">
      <select
        aria-label={words.whatWasDone}
        value={wanted.get('action') ?? ''}
        onChange={({ target: { value } }) => filter({ action: value })}
      >
        <option value="">{words.everything}</option>
        {actions.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <select
        aria-label={words.byWhom}
        value={wanted.get('actor') ?? ''}
        onChange={({ target: { value } }) => filter({ actor: value })}
      >
        <option value="">{words.everybody}</option>
        {[...actors].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {(['from', 'to'] as const).map((name) => (
        <input
          key={name}
          type="date"
          aria-label={name === 'from' ? words.fromDay : words.toDay}
          value={wanted.get(name) ?? ''}
          onChange={({ target: { value } }) => filter({ [name]: value })}
        />
      ))}
      {target && (
        <button type="button" onClick={() => filter({ target: '', targetTitle: '' })}>
          {fill(words.onlyAbout, { title: target })} ×
        </button>
      )}
    </search>
  );
}
