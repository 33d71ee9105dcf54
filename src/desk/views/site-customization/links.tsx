import type { LinkOfSiteFragment, TargetOfLinkFragment } from '../../__generated__/site-customization.ts';
import { TextField } from '../../parts/form.tsx';
import { fill, words } from '../../words/words.ts';

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

export const newLink = (): LinkOfSiteFragment & EditedLink => {
  const nowhere = {
    spaceId: null,
    pageId: null,
    anchor: null,
    fileId: null,
    collectionId: null,
    userId: null,
    specId: null,
    reusableContentId: null,
  };
  return { key: (keys += 1), title: '', to: { ...nowhere, kind: 'URL', url: '' } };
};

/** What the schema has of a target, as its input takes it: without the members of other kinds, and without the name of its type. */
export const targetInput = (to: Target) =>
  Object.fromEntries(Object.entries(to).filter(([name, value]) => value !== null && name !== '__typename')) as {
    kind: Target['kind'];
  };

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
        <TextField label={words.title} name={`${name}.${key}.title`} value={title} maxLength={100} isRequired />
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
          <p className="quiet">{to === null ? words.menuOfLinks : words.linkToPlace}</p>
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

/** A list with one of its links moved by a step. */
export function moved<Link extends EditedLink>(links: readonly Link[], key: number, by: -1 | 1): Link[] {
  const at = links.findIndex((link) => link.key === key);
  const [link] = links.slice(at, at + 1);
  if (link === undefined) return [...links];
  const rest = links.toSpliced(at, 1);
  return rest.toSpliced(Math.max(at + by, 0), 0, link);
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
