import { AddTeam, Teams } from '../../__generated__/teams.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { Entry, PagedList } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { fill, words } from '../../words/words.ts';

/** The teams of an organization, and new ones. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read query={Teams} variables={{ id, after: null }} of={({ organization }) => organization}>
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.teams} />
        {organization.permissions.admin && (
          <details className="panel">
            <summary>{words.newTeam}</summary>
            <NewTeam organizationId={id} />
          </details>
        )}
        <PagedList
          title={words.teams}
          empty={words.noTeams}
          of={organization.teams}
          query={Teams}
          variables={{ id }}
          pick={(data) => data.organization?.teams}
          each={(team) => (
            <Entry key={team.id} href={at('orgs', id, 'teams', team.id)} title={team.title}>
              {fill(words.teamCounts, { members: team.memberCount, spaces: team.spaceCount })}
            </Entry>
          )}
        />
      </>
    )}
  </Read>
);

function NewTeam({ organizationId }: { readonly organizationId: string }) {
  const create = async ({ send, field }: Sending) => {
    const data = await send(AddTeam, { organizationId, title: field('title') });
    if (data) go(at('orgs', organizationId, 'teams', data.createTeam.team.id));
    return data;
  };
  return (
    <Form submit={words.createTeam} isPrimary onSend={create}>
      <TextField label={words.title} name="title" isRequired maxLength={50} />
    </Form>
  );
}
