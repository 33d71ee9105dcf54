import { useState } from 'react';
import {
  AddInviteLink,
  Invite,
  MoreInvites,
  RevokeInvite,
  type InviteMutation,
  type InvitesOfListFragment,
  type MembersQuery,
} from '../../__generated__/members.ts';
import { at } from '../../frame/place.ts';
import { Action } from '../../parts/action.tsx';
import { CheckField, Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { asRole, roleOptions, roleWord } from '../../parts/roles.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, words } from '../../words/words.ts';

type Organization = NonNullable<MembersQuery['organization']>;

interface InvitationsProps {
  readonly organization: Organization;
  readonly invites: InvitesOfListFragment;
}

/** Invites people by their addresses or by a link. For admins. */
export function Invitations({ organization, invites }: InvitationsProps) {
  return (
    <>
      <details className="panel">
        <summary>{words.inviteByMail}</summary>
        <ByAddress organization={organization} />
      </details>
      <details className="panel">
        <summary>
          {words.inviteLinks} <span className="quiet">{invites.edges.length > 0 && invites.edges.length}</span>
        </summary>
        <Links organization={organization} invites={invites} />
      </details>
    </>
  );
}

function ByAddress({ organization: { id, defaultRole } }: { readonly organization: Organization }) {
  const [sent, setSent] = useState<InviteMutation['inviteMembers'] | null>(null);
  const invite = async ({ send, field, form }: Sending) => {
    const emails = field('emails')
      .split(/[\s,;]+/)
      .filter((email) => email !== '')
      .map((email) => ({ email }));
    const links = new FormData(form).has('links');
    const data = await send(Invite, { organizationId: id, input: { emails, role: asRole(field('role')), links } });
    if (data) setSent(data.inviteMembers);
    return data;
  };
  return (
    <>
      <Form submit={words.invite} isPrimary onSend={invite}>
        <TextField label={words.emails} name="emails" hint={words.emailsHint} rows={2} isRequired />
        <SelectField label={words.role} name="role" value={defaultRole ?? ''} options={roleOptions()} />
        <CheckField label={words.inviteWithLinks} name="links" hint={words.inviteWithLinksHint} />
      </Form>
      {sent && (
        <div role="status">
          <p>{fill(words.invitedCount, { invited: sent.invited, mailed: sent.mailed })}</p>
          {sent.links.map(({ url, userId }) => (
            <Secret key={userId} label={words.personalLink} value={url} hint={words.personalLinkHint} />
          ))}
        </div>
      )}
    </>
  );
}

function Links({ organization: { id, inviteLinks }, invites }: InvitationsProps) {
  if (!inviteLinks)
    return (
      <p className="quiet">
        {words.inviteLinksOff} <a href={at('orgs', id, 'settings')}>{words.settings}</a>
      </p>
    );
  return (
    <>
      <Form
        submit={words.createLink}
        onSend={({ send, field }) => send(AddInviteLink, { organizationId: id, role: asRole(field('role')) })}
      >
        <SelectField label={words.roleByLink} name="role" value="READ" options={roleOptions()} />
      </Form>
      <PagedList
        title={words.links}
        empty={words.noInviteLinks}
        of={invites}
        query={MoreInvites}
        variables={{ id }}
        pick={(data) => data.organization?.invites}
        each={(invite) => <InviteRow key={invite.id} invite={invite} organizationId={id} />}
      />
    </>
  );
}

interface InviteRowProps {
  readonly invite: InvitesOfListFragment['edges'][number]['node'];
  readonly organizationId: string;
}

function InviteRow({ invite, organizationId }: InviteRowProps) {
  const { id, role, level, space, collection, joinUrl, createdAt } = invite;
  const target = space ?? collection;
  return (
    <Row
      title={target ? fill(words.linkTo, { title: target.title, role: roleWord(level) }) : roleWord(role)}
      about={
        <>
          {words.created} <Moment at={createdAt} />
        </>
      }
    >
      <Secret label={words.link} value={joinUrl} />
      <Action
        className="plain"
        confirm={{ title: words.revokeLinkTitle, text: words.revokeLinkText }}
        onAct={(send) => send(RevokeInvite, { organizationId, inviteId: id })}
      >
        {words.revoke}
      </Action>
    </Row>
  );
}
