import { useDeferredValue, useState } from 'react';
import { FindPeople } from '../__generated__/people.ts';
import { useChange, type Send } from '../client/change.ts';
import { Read } from '../client/read.tsx';
import { fill, words } from '../words/words.ts';
import { Failure } from './failure.tsx';
import { Row } from './list.tsx';
import { Avatar } from './person.tsx';

/** Somebody or a team that was found. */
export interface Found {
  readonly userId?: string;
  readonly teamId?: string;
}

interface PeopleProps {
  readonly organizationId: string;
  readonly label: string;
  readonly withTeams?: boolean;
  /** Ids of those who are there already. */
  readonly without: ReadonlySet<string>;
  readonly onAdd: (send: Send, found: Found) => Promise<unknown>;
}

/** Finds members, and teams where they are wanted, and adds the chosen one. */
export function People({ organizationId, label, withTeams = false, without, onAdd }: PeopleProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { send, isBusy, refusal } = useChange();
  const add = async (found: Found) => {
    if (await onAdd(send, found)) setText('');
  };
  return (
    <div className="people">
      <label>
        {label}
        <input
          type="search"
          value={text}
          maxLength={100}
          placeholder={words.searchMembers}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Failure>{refusal}</Failure>
      {search !== '' && (
        <Read
          query={FindPeople}
          variables={{ organizationId, search, withTeams }}
          of={({ organization }) => organization}
        >
          {({ members, teams }) => {
            const found = [
              ...(teams?.edges ?? []).map(({ node: { id, title, memberCount } }) => ({
                id,
                found: { teamId: id },
                name: title,
                about: fill(words.teamOf, { members: memberCount }),
              })),
              ...members.edges.map(({ node: { userId, user } }) => ({
                id: userId,
                found: { userId },
                name: user.displayName,
                about: user.email,
              })),
            ].filter(({ id }) => !without.has(id));
            if (found.length === 0) return <p className="quiet">{words.nobodyFound}</p>;
            return (
              <ul>
                {found.map(({ id, found: one, name, about }) => (
                  <Row key={id} sign={<Avatar name={name} />} title={name} about={about}>
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={fill(words.addName, { name })}
                      onClick={() => void add(one)}
                    >
                      {words.add}
                    </button>
                  </Row>
                ))}
              </ul>
            );
          }}
        </Read>
      )}
    </div>
  );
}
