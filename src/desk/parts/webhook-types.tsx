import { useState } from 'react';
import { wordOf, words } from '../words/words.ts';
import { CheckField } from './form.tsx';

/** The kinds of events that webhooks are offered, as the API spells all of a kind. */
const kinds = [
  'content',
  'change_request',
  'review',
  'comment',
  'space',
  'collection',
  'site',
  'openapi_spec',
  'member',
  'team',
  'translation',
  'job',
] as const;

const typesOfKind = (kind: string) => `${kind}.*`;

/** The types of a webhook as words: its kinds, and types that another client has chosen as the API spells them. */
export const typeWords = (types: readonly string[]): string =>
  types
    .map((type) => {
      if (type === '*') return words.allEvents;
      const kind = kinds.find((one) => typesOfKind(one) === type);
      return kind === undefined ? type : wordOf('events', kind);
    })
    .join(', ');

/** Asks which events are sent: all, or those of some kinds. */
export function TypeFields({ types }: { readonly types: readonly string[] }) {
  const [isAll, setIsAll] = useState(types.includes('*'));
  const others = types.filter((type) => type !== '*' && !kinds.some((kind) => typesOfKind(kind) === type));
  return (
    <fieldset className="checks">
      <legend>{words.whichEvents}</legend>
      {[true, false].map((all) => (
        <label key={String(all)} className="check">
          <input
            type="radio"
            name="allTypes"
            value={String(all)}
            checked={isAll === all}
            onChange={() => setIsAll(all)}
          />
          {all ? words.allEvents : words.someEvents}
        </label>
      ))}
      {!isAll && (
        <div className="scopes">
          {kinds.map((kind) => (
            <CheckField
              key={kind}
              label={wordOf('events', kind)}
              name="types"
              value={typesOfKind(kind)}
              isChecked={types.includes(typesOfKind(kind))}
            />
          ))}
          {others.map((type) => (
            <CheckField key={type} label={<code>{type}</code>} name="types" value={type} isChecked />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The types that were chosen, as the API takes them. */
export const chosenTypes = (form: HTMLFormElement): string[] => {
  const data = new FormData(form);
  return data.get('allTypes') === 'true' ? ['*'] : data.getAll('types').map(String);
};
