import { useState } from 'react';
import {
  CheckOidc,
  CreateScimToken,
  DeleteOidc,
  DeleteSaml,
  RevokeScimToken,
  ScimOfProvider,
  type SsoViewQuery,
} from '../../__generated__/sso.ts';
import type { Send } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { Action } from '../../parts/action.tsx';
import { Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { RoleRules, type OidcProps } from './role-rules.tsx';

type Organization = NonNullable<SsoViewQuery['organization']>;
type Saml = Organization['samlProviders']['edges'][number]['node'];

export function OidcRow({ provider, organizationId }: OidcProps) {
  const { id, label, issuerUrl, provenAt, service } = provider;
  const [said, setSaid] = useState<string | null>(null);
  const ids = { organizationId, id };
  return (
    <>
      <Row
        title={label}
        about={
          <>
            OpenID Connect · {issuerUrl} · {provenAt ? words.proven : words.notProven}
            <Secret label={words.redirectUrl} value={service.redirectUrl} />
            {said !== null && <span role="status">{said}</span>}
          </>
        }
      >
        <Action
          label={fill(words.checkName, { name: label })}
          onAct={async (send) => {
            const data = await send(CheckOidc, ids);
            const check = data?.checkOidcProvider.check;
            if (check) setSaid(check.ok ? words.checkedOk : check.problems.join(' '));
            return data;
          }}
        >
          {words.check}
        </Action>
        <Remove label={label} onRemove={(send) => send(DeleteOidc, ids)} />
      </Row>
      <RoleRules provider={provider} organizationId={organizationId} />
      <Provisioning organizationId={organizationId} providerId={id} label={label} />
    </>
  );
}

interface SamlProps {
  readonly provider: Saml;
  readonly organizationId: string;
}

export const SamlRow = ({ provider: { id, label, status, service }, organizationId }: SamlProps) => (
  <>
    <Row
      title={label}
      about={
        <>
          SAML · {wordOf('saml', status)}
          <Secret label={words.acsUrl} value={service.acsUrl} />
          <Secret label={words.entityId} value={service.entityId} />
        </>
      }
    >
      <Remove label={label} onRemove={(send) => send(DeleteSaml, { organizationId, id })} />
    </Row>
    <Provisioning organizationId={organizationId} providerId={id} label={label} />
  </>
);

interface RemoveProps {
  readonly label: string;
  readonly onRemove: (send: Send) => Promise<unknown>;
}

const Remove = ({ label, onRemove }: RemoveProps) => (
  <Action
    className="danger"
    label={fill(words.removeName, { name: label })}
    confirm={{ title: fill(words.removeProviderTitle, { name: label }), text: words.removeProviderText }}
    onAct={onRemove}
  >
    {words.remove}
  </Action>
);

interface ProvisioningProps {
  readonly organizationId: string;
  readonly providerId: string;
  readonly label: string;
}

/** The token by which a provider provisions people by SCIM. It is read when somebody wants to see it. */
function Provisioning({ organizationId, providerId, label }: ProvisioningProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const ids = { organizationId, providerId };
  return (
    <li className="entry">
      <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {fill(words.provisioningOf, { name: label })}
      </button>
      {isOpen && (
        <Read
          query={ScimOfProvider}
          variables={{ id: organizationId, providerId }}
          of={({ organization }) => organization?.scim}
        >
          {({ scimUrl, token }) => (
            <>
              <p className="quiet">
                {token ? (
                  <>
                    {words.scimOn} <Moment at={token.createdAt} />
                  </>
                ) : (
                  words.scimOff
                )}
              </p>
              <Secret label={words.scimUrl} value={scimUrl} />
              {secret !== null && (
                <div className="made" role="status">
                  <Secret label={words.token} value={secret} hint={words.shownOnce} />
                </div>
              )}
              <div className="actions">
                <Action
                  {...(token ? { confirm: { title: words.rotateTitle, text: words.rotateScimText } } : {})}
                  onAct={async (send) => {
                    const data = await send(CreateScimToken, ids);
                    if (data) setSecret(data.createScimToken.token);
                    return data;
                  }}
                >
                  {words.createToken}
                </Action>
                {token && (
                  <Action
                    className="plain"
                    confirm={{ title: words.revokeScimTitle, text: words.revokeScimText }}
                    onAct={(send) => send(RevokeScimToken, ids)}
                  >
                    {words.revoke}
                  </Action>
                )}
              </div>
            </>
          )}
        </Read>
      )}
    </li>
  );
}
