import { useState } from 'react';
import {
  Members,
  RemoveMember,
  SetMember,
  type MemberEntryFragment,
  type MemberRoleFilter,
  type MembersQuery,
} from '../../__generated__/members.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { Avatar } from '../../parts/person.tsx';
import { asRole, roleOptions, roleWord } from '../../parts/roles.tsx';
import { Select } from '../../parts/select.tsx';
import { fill, words } from '../../words/words.ts';
import { Invitations } from './invitations.tsx';

/** The members of an organization: who they are, what they may do, and who is invited. */
export function View({ ids: { organizationId: id = '' }, search: query }: ViewProps) {
  const wanted = new URLSearchParams(query);
  const search = wanted.get('search') ?? '';
  const role = (wanted.get('role') ?? '') as MemberRoleFilter | '';
  const variables = { id, search: search || null, role: role || null };
  return (
    <Read
      query={Members}
      variables={{ ...variables, after: null }}
      of={({ organization, asAdmin, viewer }) => organization && { organization, asAdmin, viewerId: viewer.id }}
      isNews={({ type }) => type.startsWith('MEMBER_')}
    >
      {({ organization, asAdmin, viewerId }) => (
        <>
          <OrganizationTop organization={organization} title={words.members} />
          {asAdmin && <Invitations organization={organization} invites={asAdmin.invites} />}
          <Filter search={search} role={role} />
          <PagedList
            title={words.members}
            empty={words.noMembers}
            of={organization.members}
            query={Members}
            variables={variables}
            pick={(data) => data.organization?.members}
            each={(member) => (
              <MemberRow key={member.id} member={member} organization={organization} viewerId={viewerId} />
            )}
          />
        </>
      )}
    </Read>
  );
}

/** Searches by name and address, and by role. What is wanted stands in the address. */
function Filter({ search, role }: { readonly search: string; readonly role: string }) {
  const [text, setText] = useState(search);
  const show = (next: { search: string; role: string }) => {
    const filled = Object.entries(next).filter(([, value]) => value !== '');
    go(`${location.pathname}?${new URLSearchParams(filled)}`, { replace: true });
  };
  return (
    <search className="filter">
      <input
        type="search"
        aria-label={words.searchMembers}
        placeholder={words.searchMembers}
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          show({ search: target.value.trim(), role });
        }}
      />
      <select
        aria-label={words.filterRole}
        value={role}
        onChange={({ target }) => show({ search, role: target.value })}
      >
        <option value="">{words.everyRole}</option>
        {roleOptions().map(([one, name]) => (
          <option key={one} value={one || 'GUEST'}>
            {name}
          </option>
        ))}
      </select>
    </search>
  );
}

interface MemberRowProps {
  readonly member: MemberEntryFragment;
  readonly organization: NonNullable<MembersQuery['organization']>;
  readonly viewerId: string;
}

function MemberRow({ member, organization, viewerId }: MemberRowProps) {
  const { userId, user, role, disabled, lastSeenAt } = member;
  const { id: organizationId, permissions, title } = organization;
  const ids = { organizationId, userId };
  const isSelf = userId === viewerId;
  return (
    <Row
      sign={<Avatar name={user.displayName} />}
      title={<a href={at('orgs', organizationId, 'members', userId)}>{user.displayName}</a>}
      about={
        <>
          {user.email}
          {user.email && (disabled || !isSelf) && ' · '}
          {disabled ? words.memberDisabled : !isSelf && <Seen at={lastSeenAt} />}
        </>
      }
    >
      {permissions.admin ? (
        <Select
          label={fill(words.roleOf, { name: user.displayName })}
          value={role ?? ''}
          options={roleOptions()}
          onSelect={(send, value) => send(SetMember, { ...ids, input: { role: asRole(value) } })}
        />
      ) : (
        <span className="quiet">{roleWord(role)}</span>
      )}
      {(permissions.admin || isSelf) && (
        <Action
          className="plain"
          label={isSelf ? words.leave : fill(words.removeName, { name: user.displayName })}
          confirm={{
            title: fill(isSelf ? words.leaveTitle : words.removeTitle, { name: user.displayName, title }),
            text: words.removeText,
          }}
          onAct={(send) => send(RemoveMember, ids)}
        >
          {isSelf ? words.leave : words.remove}
        </Action>
      )}
    </Row>
  );
}

/** When a member was last here; those who never were are invited. */
function Seen({ at: seenAt }: { readonly at: string | null }) {
  if (seenAt === null) return words.neverSeen;
  return (
    <>
      {words.lastSeen} <Moment at={seenAt} />
    </>
  );
}
