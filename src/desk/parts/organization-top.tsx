import type { ReactNode } from 'react';
import type { OrganizationHeadFragment } from '../__generated__/organization.ts';
import { at } from '../frame/place.ts';
import { words } from '../words/words.ts';
import { Tabs } from './tabs.tsx';
import { Head, type Step } from './title.tsx';

interface OrganizationTopProps {
  readonly organization: OrganizationHeadFragment;
  /** The view of the organization; itself when omitted. */
  readonly title?: string;
  /** The way from the organization to what is shown. */
  readonly way?: readonly Step[];
  readonly children?: ReactNode;
}

/** The head of the views of an organization, with the way to the others. */
export function OrganizationTop({ organization, title, way = [], children }: OrganizationTopProps) {
  const { id, permissions } = organization;
  const to = (...parts: readonly string[]) => at('orgs', id, ...parts);
  return (
    <>
      <Head
        title={title ?? organization.title}
        {...(title === undefined ? { kind: words.organization } : {})}
        organizationId={id}
        way={title === undefined ? [] : [{ title: organization.title, href: to() }, ...way]}
      >
        {children}
      </Head>
      <Tabs
        label={organization.title}
        tabs={[
          [words.overview, to()],
          [words.due, to('due')],
          [words.jobs, to('jobs')],
          permissions.listMembers && [words.members, to('members')],
          permissions.listTeams && [words.teams, to('teams')],
          permissions.listInstallations && [words.integrations, to('integrations')],
          permissions.admin && [words.webhooks, to('webhooks')],
          permissions.admin && [words.sso, to('sign-in')],
          permissions.admin && [words.auditLog, to('audit')],
          permissions.admin && [words.trash, to('trash')],
          permissions.admin && [words.settings, to('settings')],
        ]}
      />
    </>
  );
}
