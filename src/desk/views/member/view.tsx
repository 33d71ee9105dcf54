import {
  ChangeMember,
  EndMembership,
  MemberView,
  MoreSpacesOfMember,
  MoreTeamsOfMember,
  type MemberViewQuery,
} from '../../__generated__/member.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { asRole, roleOptions, roleWord } from '../../parts/roles.tsx';
import { Select } from '../../parts/select.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

type Organization = NonNullable<MemberViewQuery['organization']>;
type Member = NonNullable<Organization['member']>;

/** A member: the role, the teams, and which spaces they may read. The last two are for admins and the member. */
export const View = ({ ids: { organizationId: id = '', userId = '' } }: ViewProps) => (
  <Read
    query={MemberView}
    variables={{ id, userId }}
    of={({ organization, inside, viewer }) =>
      organization?.member && { organization, member: organization.member, inside: inside?.member, viewer }
    }
    isNews={({ type }) => type.startsWith('MEMBER_')}
  >
    {({ organization, member, inside, viewer }) => (
      <>
        <OrganizationTop
          organization={organization}
          title={member.user.displayName}
          way={[{ title: words.members, href: at('orgs', id, 'members') }]}
        >
          <p className="quiet">
            {member.user.email && <>{member.user.email} · </>}
            {words.joined} <Moment at={member.joinedAt} /> ·{' '}
            {member.lastSeenAt ? (
              <>
                {words.lastSeen} <Moment at={member.lastSeenAt} />
              </>
            ) : (
              words.neverSeen
            )}
            {member.sso && <> · {words.signsInBySso}</>}
          </p>
        </OrganizationTop>
        <Membership organization={organization} member={member} isSelf={viewer.id === member.userId} />
        {inside && (
          <div className="columns">
            <PagedList
              title={words.spaces}
              empty={words.noSpacesOfMember}
              of={inside.spaces}
              query={MoreSpacesOfMember}
              variables={{ id, userId }}
              pick={(data) => data.organization?.member?.spaces}
              each={({ space, permission }) => (
                <Row key={space.id} title={<a href={at('spaces', space.id, 'access')}>{named(space)}</a>}>
                  <span className="quiet">{roleWord(permission)}</span>
                </Row>
              )}
            />
            <PagedList
              title={words.teams}
              empty={words.noTeamsOfMember}
              of={inside.teams}
              query={MoreTeamsOfMember}
              variables={{ id, userId }}
              pick={(data) => data.organization?.member?.teams}
              each={({ team, role }) => (
                <Row key={team.id} title={<a href={at('orgs', id, 'teams', team.id)}>{team.title}</a>}>
                  <span className="quiet">{wordOf('teamRole', role)}</span>
                </Row>
              )}
            />
          </div>
        )}
      </>
    )}
  </Read>
);

interface MembershipProps {
  readonly organization: Organization;
  readonly member: Member;
  readonly isSelf: boolean;
}

/** What the member may do in the organization, and the end of the membership. */
function Membership({ organization: { id, title, permissions }, member, isSelf }: MembershipProps) {
  const { userId, role, disabled, user } = member;
  const ids = { organizationId: id, userId };
  const leave = async (send: Parameters<Parameters<typeof Action>[0]['onAct']>[0]) => {
    const data = await send(EndMembership, ids);
    if (data) go(isSelf ? at('app') : at('orgs', id, 'members'));
    return data;
  };
  return (
    <section className="list">
      <h2>{words.membership}</h2>
      <ul>
        <Row title={words.role} about={words.roleHint}>
          {permissions.admin ? (
            <Select
              label={fill(words.roleOf, { name: user.displayName })}
              value={role ?? ''}
              options={roleOptions()}
              onSelect={(send, value) => send(ChangeMember, { ...ids, input: { role: asRole(value) } })}
            />
          ) : (
            <span className="quiet">{roleWord(role)}</span>
          )}
        </Row>
        {permissions.admin && !isSelf && (
          <Row title={disabled ? words.memberDisabled : words.mayEnter} about={words.disableHint}>
            <Action onAct={(send) => send(ChangeMember, { ...ids, input: { disabled: !disabled } })}>
              {disabled ? words.enable : words.disable}
            </Action>
          </Row>
        )}
        {(permissions.admin || isSelf) && (
          <Row title={isSelf ? words.leave : words.removeMember} about={words.removeText}>
            <Action
              className="danger"
              confirm={{
                title: fill(isSelf ? words.leaveTitle : words.removeTitle, { name: user.displayName, title }),
                text: words.removeText,
              }}
              onAct={leave}
            >
              {isSelf ? words.leave : words.remove}
            </Action>
          </Row>
        )}
      </ul>
    </section>
  );
}
