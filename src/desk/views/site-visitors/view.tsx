import {
  NewVisitorKey,
  SaveVisitorAuth,
  SiteVisitorsView,
  type SiteVisitorsViewQuery,
} from '../../__generated__/site-visitors.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { CheckField, Form, SelectField, TextField } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { words } from '../../words/words.ts';

type Site = NonNullable<SiteVisitorsViewQuery['site']>;
type Providers = SiteVisitorsViewQuery['asAdmin'];

/** How visitors sign in to a site: by an identity provider of the organization, or by tokens that a server of its own signs. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read
    query={SiteVisitorsView}
    variables={{ id, organizationId }}
    of={({ site, asAdmin }) => site && { site, asAdmin }}
    isNews={(one) => one.siteId === id}
  >
    {({ site, asAdmin }) => (
      <>
        <SiteTop site={site} title={words.visitorSignIn}>
          {site.visibility !== 'VISITOR_AUTH' && (
            <p className="quiet">
              {words.visitorSignInHint}{' '}
              <a href={at('orgs', organizationId, 'sites', id, 'settings')}>{words.settings}</a>
            </p>
          )}
        </SiteTop>
        {site.visitorAuth && <Settings site={site} auth={site.visitorAuth} providers={asAdmin} />}
      </>
    )}
  </Read>
);

interface SettingsProps {
  readonly site: Site;
  readonly auth: NonNullable<Site['visitorAuth']>;
  readonly providers: Providers;
}

function Settings({ site, auth, providers }: SettingsProps) {
  const ids = { siteId: site.id, organizationId: site.organizationId };
  const { providerId, membersOnly, fallbackUrl, privateKey } = auth;
  const known = [...(providers?.oidcProviders.edges ?? []), ...(providers?.samlProviders.edges ?? [])];
  return (
    <>
      <section className="list">
        <h2>{words.visitorSignIn}</h2>
        <Form
          submit={words.save}
          isPrimary
          isKept
          onSend={({ send, field, form }) => {
            const chosen = field('providerId') || null;
            return send(SaveVisitorAuth, {
              ...ids,
              input: {
                providerId: chosen,
                membersOnly: chosen !== null && new FormData(form).has('membersOnly'),
                fallbackUrl: field('fallbackUrl') || null,
              },
            });
          }}
        >
          <SelectField
            label={words.visitorProvider}
            name="providerId"
            value={providerId ?? ''}
            options={[['', words.noProvider] as const, ...known.map(({ node }) => [node.id, node.label] as const)]}
            hint={words.visitorProviderHint}
          />
          <CheckField
            label={words.membersOnly}
            name="membersOnly"
            isChecked={membersOnly}
            hint={words.membersOnlyHint}
          />
          <TextField
            label={words.fallbackUrl}
            name="fallbackUrl"
            type="url"
            value={fallbackUrl}
            placeholder="https://"
            hint={words.fallbackUrlHint}
          />
        </Form>
      </section>
      <section className="list">
        <h2>{words.visitorKey}</h2>
        <Secret label={words.visitorKey} value={privateKey} hint={words.visitorKeyHint} />
        <div className="actions">
          <Action
            confirm={{ title: words.newKeyTitle, text: words.newKeyText }}
            onAct={(send) => send(NewVisitorKey, ids)}
          >
            {words.newKey}
          </Action>
        </div>
      </section>
    </>
  );
}
