import type { ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { Grant, Revoke, type AccessOfListFragment, type GrantsOfListFragment } from '../../__generated__/access.ts';
import { at } from '../../frame/place.ts';
import { Action } from '../../parts/action.tsx';
import { More, PagedList, Row } from '../../parts/list.tsx';
import { People } from '../../parts/people.tsx';
import { Avatar } from '../../parts/person.tsx';
import { asRole, roleOptions, roleWord } from '../../parts/roles.tsx';
import { Select } from '../../parts/select.tsx';
import { count, fill, words } from '../../words/words.ts';

/** What access is given to, as the mutations name it. */
type Target =
  | { readonly spaceId: string }
  | { readonly collectionId: string }
  | { readonly siteId: string; readonly organizationId: string };

interface AccessProps<Data, Variables> {
  readonly target: Target;
  readonly organizationId: string;
  readonly grants: GrantsOfListFragment;
  readonly access: AccessOfListFragment;
  /** The titles of the collections from which roles may come, by their ids. */
  readonly above: ReadonlyMap<string, string>;
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Omit<Variables, 'after' | 'afterGrant'>;
  readonly grantsOf: (data: Data) => GrantsOfListFragment | null | undefined;
  readonly accessOf: (data: Data) => AccessOfListFragment | null | undefined;
  readonly children?: ReactNode;
}

/** What is granted here, what everybody else has, and the role that follows for each member. */
export function Access<Data, Variables extends AnyVariables>(props: AccessProps<Data, Variables>) {
  const { target, organizationId, grants, access, above, query, variables, grantsOf, accessOf, children } = props;
  const holders = new Set(grants.edges.map(({ node: { user, team } }) => user?.id ?? team?.id ?? ''));
  return (
    <>
      <People
        organizationId={organizationId}
        label={words.grantTo}
        withTeams
        without={holders}
        onAdd={(send, { userId, teamId }) =>
          send(Grant, {
            ...target,
            input: { role: 'READ', ...(userId ? { userIds: [userId] } : {}), ...(teamId ? { teamIds: [teamId] } : {}) },
          })
        }
      />
      <PagedList
        title={words.granted}
        empty={words.nothingGranted}
        of={grants}
        query={query}
        variables={variables as Omit<Variables, 'after'>}
        cursor="afterGrant"
        pick={grantsOf}
        each={(grant) => <GrantRow key={grant.id} grant={grant} target={target} organizationId={organizationId} />}
      />
      {children}
      <section className="list">
        <h2>
          {words.effective} <span className="quiet">{count(access.count, 'peopleCount')}</span>
        </h2>
        <ul>{access.edges.map(({ node }) => rowOf(node, above, organizationId))}</ul>
        <More
          of={access}
          query={query}
          variables={variables as Omit<Variables, 'after'>}
          pick={accessOf}
          each={(one) => rowOf(one, above, organizationId)}
        />
      </section>
    </>
  );
}

interface GrantRowProps {
  readonly grant: GrantsOfListFragment['edges'][number]['node'];
  readonly target: Target;
  readonly organizationId: string;
}

function GrantRow({ grant: { role, user, team }, target, organizationId }: GrantRowProps) {
  const name = user?.displayName ?? team?.title ?? words.somebody;
  const href = user
    ? at('orgs', organizationId, 'members', user.id)
    : at('orgs', organizationId, 'teams', team?.id ?? '');
  const holders = user ? { userIds: [user.id] } : { teamIds: team ? [team.id] : [] };
  return (
    <Row
      sign={<Avatar name={name} />}
      title={<a href={href}>{name}</a>}
      about={team ? fill(words.teamOf, { members: team.memberCount }) : user?.email}
    >
      <Select
        label={fill(words.roleOf, { name })}
        value={role ?? ''}
        options={roleOptions(words.noAccess)}
        onSelect={(send, value) => send(Grant, { ...target, input: { role: asRole(value), ...holders } })}
      />
      <Action
        className="plain"
        label={fill(words.revokeOf, { name })}
        onAct={(send) => send(Revoke, { ...target, userId: user?.id ?? null, teamId: team?.id ?? null })}
      >
        {words.revoke}
      </Action>
    </Row>
  );
}

type Effective = AccessOfListFragment['edges'][number]['node'];

const rowOf = (one: Effective, above: ReadonlyMap<string, string>, organizationId: string) =>
  one.user && (
    <Row
      key={one.user.id}
      title={<a href={at('orgs', organizationId, 'members', one.user.id)}>{one.user.displayName}</a>}
      about={whyOf(one, above)}
    >
      <span className="quiet">{roleWord(one.role)}</span>
    </Row>
  );

/** Why somebody has a role, as words. */
function whyOf({ origin: { type, collectionId, grant } }: Effective, above: ReadonlyMap<string, string>): string {
  if (type === 'ORGANIZATION') return words.whyMembership;
  const direct = grant === null ? words.whyDefault : words.whyGranted;
  const how = grant?.team ? fill(words.whyTeam, { team: grant.team.title }) : direct;
  const collection = type === 'COLLECTION' && collectionId ? above.get(collectionId) : undefined;
  return collection === undefined ? how : fill(words.whyCollection, { how, collection });
}

interface Above {
  readonly id: string;
  readonly title: string;
  readonly parent?: Above | null;
}

/** The titles of a collection and those above it, by their ids. */
export function collectionsAbove(collection: Above | null): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (let one: Above | null | undefined = collection; one; one = one.parent) titles.set(one.id, one.title);
  return titles;
}
