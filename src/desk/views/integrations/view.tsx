import {
  Install,
  IntegrationsView,
  MoreInstallations,
  MoreIntegrations,
  SetInstallation,
  Uninstall,
  type InstallationsOfListFragment,
  type IntegrationsOfListFragment,
} from '../../__generated__/integrations.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

/** The integrations that are installed in an organization, and those that can be. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={IntegrationsView}
    variables={{ id }}
    of={({ organization, integrations }) => organization && { organization, integrations }}
    isNews={({ type }) => /^(INSTALLATION|INTEGRATION)_/.test(type)}
  >
    {({ organization, integrations }) => (
      <>
        <OrganizationTop organization={organization} title={words.integrations} />
        <PagedList
          title={words.installed}
          empty={words.noneInstalled}
          of={organization.installations}
          query={MoreInstallations}
          variables={{ id }}
          pick={(data) => data.organization?.installations}
          each={(one) => <Installed key={one.id} installation={one} isAdmin={organization.permissions.admin} />}
        />
        <PagedList
          title={words.available}
          empty={words.noneAvailable}
          of={integrations}
          query={MoreIntegrations}
          variables={{}}
          pick={(data) => data.integrations}
          each={(one) => (
            <Available key={one.id} integration={one} organizationId={id} isAdmin={organization.permissions.admin} />
          )}
        />
      </>
    )}
  </Read>
);

interface InstalledProps {
  readonly installation: InstallationsOfListFragment['edges'][number]['node'];
  readonly isAdmin: boolean;
}

function Installed({ installation: { id, status, integration, spaceCount }, isAdmin }: InstalledProps) {
  const { name, title } = integration;
  const isPaused = status === 'PAUSED';
  return (
    <Row
      title={<a href={at('integrations', name, 'installations', id)}>{title}</a>}
      about={`${wordOf('installation', status)} · ${fill(words.spacesCount, { count: spaceCount })}`}
    >
      {isAdmin && (
        <>
          <Action className="plain" onAct={(send) => send(SetInstallation, { name, id, paused: !isPaused })}>
            {isPaused ? words.resume : words.pause}
          </Action>
          <Action
            className="plain"
            label={fill(words.uninstallName, { name: title })}
            confirm={{ title: fill(words.uninstallTitle, { name: title }), text: words.uninstallText }}
            onAct={(send) => send(Uninstall, { name, id })}
          >
            {words.uninstall}
          </Action>
        </>
      )}
    </Row>
  );
}

interface AvailableProps {
  readonly integration: IntegrationsOfListFragment['edges'][number]['node'];
  readonly organizationId: string;
  readonly isAdmin: boolean;
}

function Available({ integration, organizationId, isAdmin }: AvailableProps) {
  const { name, title, summary, scopes, owner } = integration;
  const spelled = scopes.map((scope) => scope.toLowerCase().replaceAll('_', ' ')).join(', ');
  return (
    <Row
      title={<a href={at('integrations', name)}>{title}</a>}
      about={
        <>
          {owner.title}
          {summary && <> · {summary}</>}
        </>
      }
    >
      {isAdmin && (
        <Action
          label={fill(words.installName, { name: title })}
          confirm={{
            title: fill(words.installTitle, { name: title }),
            text: spelled === '' ? words.installNoScopes : fill(words.installScopes, { scopes: spelled }),
          }}
          onAct={(send) => send(Install, { name, organizationId })}
        >
          {words.install}
        </Action>
      )}
    </Row>
  );
}
