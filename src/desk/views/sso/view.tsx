import { RequireSso, SsoView, type SsoViewQuery } from '../../__generated__/sso.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { List, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { words } from '../../words/words.ts';
import { AddProviders } from './add.tsx';
import { OidcRow, SamlRow } from './providers.tsx';

type Organization = NonNullable<SsoViewQuery['organization']>;

/** By which identity providers members sign in, and which of them provision people. For admins. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={SsoView}
    variables={{ id }}
    of={({ organization }) => organization}
    isNews={({ type }) => /^(OIDC|SAML)_PROVIDER_/.test(type)}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.sso} />
        <List title={words.providers} empty={words.noProviders}>
          {[
            ...organization.oidcProviders.edges.map(({ node }) => (
              <OidcRow key={node.id} provider={node} organizationId={id} />
            )),
            ...organization.samlProviders.edges.map(({ node }) => (
              <SamlRow key={node.id} provider={node} organizationId={id} />
            )),
          ]}
        </List>
        <AddProviders organizationId={id} />
        <Requirement organization={organization} />
      </>
    )}
  </Read>
);

/** Whether members must sign in by a provider. */
const Requirement = ({ organization: { id, sso } }: { readonly organization: Organization }) => (
  <List title={words.requirement}>
    {[
      <Row key="sso" title={sso ? words.ssoRequired : words.ssoOptional} about={words.ssoHint}>
        <Action
          {...(sso ? {} : { confirm: { title: words.requireSso, text: words.ssoHint } })}
          onAct={(send) => send(RequireSso, { organizationId: id, sso: !sso })}
        >
          {sso ? words.requireNoSso : words.requireSso}
        </Action>
      </Row>,
    ]}
  </List>
);
