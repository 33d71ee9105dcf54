import { useDeferredValue } from 'react';
import { useQuery } from 'urql';
import { FindPeople } from '../__generated__/people.ts';
import { at } from '../frame/place.ts';
import { fill, words } from '../words/words.ts';

/** What somebody has written after an `@` before the caret, as the beginning of a name; null where they mention nobody. */
export const askedBefore = (text: string, caret: number): string | null =>
  /(?:^|[\s(])@(\p{L}[\p{L}\p{N}.'-]{0,40})$/u.exec(text.slice(0, caret))?.[1] ?? null;

/** A link to the page of a member, which is how a text mentions them. */
const linkTo = (organizationId: string, { userId, name }: { readonly userId: string; readonly name: string }) =>
  `[@${name.replaceAll(/[[\]\\]/g, '')}](${new URL(at('orgs', organizationId, 'members', userId), location.href).href})`;

interface MentionsProps {
  readonly organizationId: string;
  readonly search: string;
  readonly onChoose: (link: string) => void;
}

/** The members whose name begins so, each to be mentioned. Nobody for whoever may not list members. */
export function Mentions({ organizationId, search, onChoose }: MentionsProps) {
  const variables = { organizationId, search: useDeferredValue(search), withTeams: false };
  const [{ data }] = useQuery({ query: FindPeople, variables });
  const people = data?.organization?.members.edges.map(({ node }) => node) ?? [];
  if (people.length === 0) return null;
  return (
    <div className="mentions" role="group" aria-label={words.mention}>
      {people.map(({ userId, user: { displayName: name } }) => (
        <button
          key={userId}
          type="button"
          aria-label={fill(words.mentionName, { name })}
          onClick={() => onChoose(linkTo(organizationId, { userId, name }))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
