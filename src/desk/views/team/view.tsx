import {
  RemoveFromTeam,
  RemoveTeam,
  RenameTeam,
  SetInTeam,
  TeamView,
  type TeamMemberRole,
  type TeamViewQuery,
} from '../../__generated__/team.ts';
import type { Send } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { People } from '../../parts/people.tsx';
import { Avatar } from '../../parts/person.tsx';
import { Select } from '../../parts/select.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

type Organization = NonNullable<TeamViewQuery['organization']>;
type Team = NonNullable<Organization['team']>;

/** A team: who is in it, and its name. */
export const View = ({ ids: { organizationId: id = '', teamId = '' } }: ViewProps) => (
  <Read
    query={TeamView}
    variables={{ id, teamId, after: null }}
    of={({ organization }) => organization?.team && { organization, team: organization.team }}
  >
    {({ organization, team }) => (
      <>
        <OrganizationTop
          organization={organization}
          title={team.title}
          way={[{ title: words.teams, href: at('orgs', id, 'teams') }]}
        />
        {team.permissions.admin && (
          <People
            organizationId={id}
            label={words.addToTeam}
            without={new Set(team.members.edges.map(({ node }) => node.member.userId))}
            onAdd={(send, { userId = '' }) => send(SetInTeam, { organizationId: id, teamId, userId, role: 'MEMBER' })}
          />
        )}
        <PagedList
          title={words.members}
          empty={words.noMembersOfTeam}
          of={team.members}
          query={TeamView}
          variables={{ id, teamId }}
          pick={(data) => data.organization?.team?.members}
          each={(one) => <InTeam key={one.id} one={one} team={team} organizationId={id} />}
        />
        {organization.permissions.admin && <Settings team={team} organizationId={id} />}
      </>
    )}
  </Read>
);

const roles = ['OWNER', 'MEMBER'] as const satisfies readonly TeamMemberRole[];

interface InTeamProps {
  readonly one: Team['members']['edges'][number]['node'];
  readonly team: Team;
  readonly organizationId: string;
}

function InTeam({ one: { role, member }, team, organizationId }: InTeamProps) {
  const { userId, user } = member;
  const ids = { organizationId, teamId: team.id, userId };
  return (
    <Row
      sign={<Avatar name={user.displayName} />}
      title={<a href={at('orgs', organizationId, 'members', userId)}>{user.displayName}</a>}
      about={user.email}
    >
      {team.permissions.admin ? (
        <>
          <Select
            label={fill(words.roleOf, { name: user.displayName })}
            value={role}
            options={roles.map((one) => [one, wordOf('teamRole', one)])}
            onSelect={(send, value) => send(SetInTeam, { ...ids, role: value as TeamMemberRole })}
          />
          <Action
            className="plain"
            label={fill(words.removeName, { name: user.displayName })}
            onAct={(send) => send(RemoveFromTeam, ids)}
          >
            {words.remove}
          </Action>
        </>
      ) : (
        <span className="quiet">{wordOf('teamRole', role)}</span>
      )}
    </Row>
  );
}

/** Renames and deletes the team. */
function Settings({
  team: { id: teamId, title },
  organizationId,
}: {
  readonly team: Team;
  readonly organizationId: string;
}) {
  const remove = async (send: Send) => {
    const data = await send(RemoveTeam, { organizationId, teamId });
    if (data) go(at('orgs', organizationId, 'teams'));
    return data;
  };
  return (
    <section className="list">
      <h2>{words.settings}</h2>
      <Form
        submit={words.rename}
        isKept
        onSend={({ send, field }) => send(RenameTeam, { organizationId, teamId, title: field('title') })}
      >
        <TextField label={words.title} name="title" value={title} isRequired maxLength={50} />
      </Form>
      <div className="actions">
        <Action
          className="danger"
          confirm={{ title: fill(words.deleteTitle, { title }), text: words.deleteTeamText }}
          onAct={remove}
        >
          {words.deleteTeam}
        </Action>
      </div>
    </section>
  );
}
