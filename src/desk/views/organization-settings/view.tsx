import {
  ExportWhole,
  OrganizationSettings,
  ProveDomain,
  SaveOrganization,
  type OrganizationSettingsQuery,
} from '../../__generated__/organization-settings.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { CheckField, Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { asRole, roleOptions } from '../../parts/roles.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, words } from '../../words/words.ts';

type Organization = NonNullable<OrganizationSettingsQuery['organization']>;

/** The settings of an organization: its name, who joins how, and its email domains. For admins. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={OrganizationSettings}
    variables={{ id }}
    of={({ organization }) => organization}
    isNews={({ type }) => type.startsWith('ORGANIZATION_')}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.settings} />
        <General organization={organization} />
        <Domains organization={organization} />
        <Whole id={id} />
      </>
    )}
  </Read>
);

/** What is done with the whole organization. */
const Whole = ({ id }: { readonly id: string }) => (
  <List title={words.export}>
    {[
      <Row key="export" title={words.exportOrganization} about={words.exportOrganizationHint}>
        <Action
          onAct={async (send) => {
            const data = await send(ExportWhole, { organizationId: id });
            if (data) go(at('jobs', data.exportOrganization.job.id));
            return data;
          }}
        >
          {words.export}
        </Action>
      </Row>,
    ]}
  </List>
);

function General({ organization }: { readonly organization: Organization }) {
  const { id, title, hostname, defaultRole, inviteLinks, version } = organization;
  const save = ({ send, field, form }: Sending) =>
    send(SaveOrganization, {
      organizationId: id,
      version,
      input: {
        title: field('title'),
        defaultRole: asRole(field('defaultRole')),
        inviteLinks: new FormData(form).has('inviteLinks'),
        ...(field('hostname') === (hostname ?? '') ? {} : { hostname: field('hostname') }),
      },
    });
  return (
    <section className="list">
      <h2>{words.general}</h2>
      <Form submit={words.save} isPrimary isKept onSend={save}>
        <TextField label={words.title} name="title" value={title} isRequired />
        <TextField label={words.hostname} name="hostname" value={hostname} hint={words.hostnameHint} />
        <SelectField
          label={words.defaultRole}
          name="defaultRole"
          value={defaultRole ?? ''}
          options={roleOptions()}
          hint={words.defaultRoleHint}
        />
        <CheckField
          label={words.allowInviteLinks}
          name="inviteLinks"
          isChecked={inviteLinks}
          hint={words.allowInviteLinksHint}
        />
      </Form>
    </section>
  );
}

/** The domains whose people may join by themselves, and the records that prove them. */
function Domains({
  organization: { id, version, emailDomains, emailDomainProofs },
}: {
  readonly organization: Organization;
}) {
  const save = (domains: string[]) => ({ organizationId: id, version, input: { emailDomains: domains } });
  return (
    <>
      <List title={words.emailDomains} empty={words.noEmailDomains}>
        {emailDomainProofs.map(({ domain, verified, recordName, recordValue }) => (
          <Row
            key={domain}
            title={domain}
            about={
              verified ? (
                words.domainProved
              ) : (
                <>
                  {words.domainRecord}
                  <Secret label={words.recordName} value={recordName} />
                  <Secret label={words.recordValue} value={recordValue} />
                </>
              )
            }
          >
            {!verified && (
              <Action onAct={(send) => send(ProveDomain, { organizationId: id, domain })}>{words.check}</Action>
            )}
            <Action
              className="plain"
              label={fill(words.removeName, { name: domain })}
              onAct={(send) => send(SaveOrganization, save(emailDomains.filter((one) => one !== domain)))}
            >
              {words.remove}
            </Action>
          </Row>
        ))}
      </List>
      <Form
        submit={words.addDomain}
        onSend={({ send, field }) => send(SaveOrganization, save([...emailDomains, field('emailDomains')]))}
      >
        <TextField
          label={words.emailDomain}
          name="emailDomains"
          placeholder="example.com"
          hint={words.emailDomainHint}
          isRequired
        />
      </Form>
    </>
  );
}
