import { useState } from 'react';
import type { LinkOfSiteFragment, TargetOfLinkFragment } from '../../__generated__/site-customization.ts';
import { withoutTypes } from '../../client/without-types.ts';
import { TextField } from '../../parts/form.tsx';
import { at } from '../../frame/place.ts';
import { fill, wordOf, words } from '../../words/words.ts';

type Target = TargetOfLinkFragment;

/** A link as it is edited. Its key stays while others come and go. */
export interface EditedLink {
  readonly key: number;
  readonly title: string;
  readonly to: Target | null;
}

let keys = 0;

export const edited = <Link extends { readonly title: string; readonly to: Target | null }>(
  links: readonly Link[],
): (Link & EditedLink)[] => links.map((link) => ({ ...link, key: (keys += 1) }));

const nowhere = {
  url: null,
  spaceId: null,
  pageId: null,
  anchor: null,
  fileId: null,
  collectionId: null,
  userId: null,
  specId: null,
  reusableContentId: null,
};

/** A link of the person: to an address that is to be written yet, or to a place that was found. */
export const newLink = (
  { title, to }: NewLink = { title: '', to: { kind: 'URL', url: '' } },
): LinkOfSiteFragment & EditedLink => ({
  key: (keys += 1),
  title: title.slice(0, maxTitle),
  to: { ...nowhere, ...to },
});

/** Most characters of the title of a link. */
const maxTitle = 64;

/** A link that is added. */
export interface NewLink {
  readonly title: string;
  readonly to: Partial<Target> & Pick<Target, 'kind'>;
}

/** What the schema has of a target, as its input takes it: without the members of other kinds, and always in one order. */
export const targetInput = (to: Target) =>
  Object.fromEntries(
    Object.entries(to)
      .filter(([, value]) => value !== null)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ) as { kind: Target['kind'] };

interface LinksProps {
  readonly links: readonly EditedLink[];
  /** The beginning of the names of the fields. */
  readonly name: string;
  readonly onRemove: (key: number) => void;
  readonly onMove: (key: number, by: -1 | 1) => void;
}

/** Fields for the words and the address of each link. What leads to a place of the service keeps it. */
export const LinkFields = ({ links, name, onRemove, onMove }: LinksProps) => (
  <ul className="links">
    {links.map(({ key, title, to }, index) => (
      <li key={key} className="entry row">
        <TextField label={words.title} name={`${name}.${key}.title`} value={title} maxLength={maxTitle} isRequired />
        {to?.kind === 'URL' ? (
          <TextField
            label={words.address}
            name={`${name}.${key}.url`}
            type="url"
            value={to.url}
            placeholder="https://"
            isRequired
          />
        ) : (
          <p className="quiet">{to === null ? words.menuOfLinks : <Place of={to} />}</p>
        )}
        <span className="row-side">
          <button
            type="button"
            className="plain"
            disabled={index === 0}
            aria-label={fill(words.moveUp, { name: title })}
            onClick={() => onMove(key, -1)}
          >
            ↑
          </button>
          <button
            type="button"
            className="plain"
            disabled={index === links.length - 1}
            aria-label={fill(words.moveDown, { name: title })}
            onClick={() => onMove(key, 1)}
          >
            ↓
          </button>
          <button
            type="button"
            className="plain"
            aria-label={fill(words.removeName, { name: title })}
            onClick={() => onRemove(key)}
          >
            {words.remove}
          </button>
        </span>
      </li>
    ))}
  </ul>
);

/** What a link leads to that has no address of its own. */
function Place({ of: { kind, spaceId, pageId, anchor } }: { readonly of: Target }) {
  const about = wordOf('target', kind);
  if (spaceId === null || (kind !== 'PAGE' && kind !== 'ANCHOR')) return about;
  const href = pageId === null ? at('spaces', spaceId) : at('spaces', spaceId, 'pages', pageId);
  return <a href={anchor === null ? href : `${href}#${anchor}`}>{anchor === null ? about : `${about} #${anchor}`}</a>;
}

/**
 * What a form edits. It is made of what was read, and made anew when others have changed that. What the form has sent itself is no
 * reason: what was edited since stays. It tells so by `sending`. `read` and what is sent are spelled as the mutation takes them.
 */
export function useEdited<Edited>(read: unknown, make: () => Edited) {
  const spelled = spell(read);
  const [edits, setEdits] = useState(make);
  const [known, setKnown] = useState(spelled);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (spelled !== known) {
    setKnown(spelled);
    if (!sent.includes(spelled)) {
      setEdits(make);
      setSent([]);
    }
  }
  const sending = (all: Edited, input: unknown) => {
    setEdits(all);
    setSent((before) => [...before, spell(input)]);
  };
  return { edits, setEdits, sending };
}

/** What was read has the types of its objects as well. */
const spell = (value: unknown) => JSON.stringify(withoutTypes(value));

/** A list with one of its links moved by a step. */
export function moved<Link extends EditedLink>(links: readonly Link[], key: number, by: -1 | 1): Link[] {
  const index = links.findIndex((link) => link.key === key);
  const [link] = links.slice(index, index + 1);
  if (link === undefined) return [...links];
  const rest = links.toSpliced(index, 1);
  return rest.toSpliced(Math.max(index + by, 0), 0, link);
}

/** The links as the fields of a form have them. */
export const fromFields = <Link extends EditedLink>(
  links: readonly Link[],
  name: string,
  field: (name: string) => string,
): Link[] =>
  links.map((link) => ({
    ...link,
    title: field(`${name}.${link.key}.title`),
    to: link.to?.kind === 'URL' ? { ...link.to, url: field(`${name}.${link.key}.url`) } : link.to,
  }));
