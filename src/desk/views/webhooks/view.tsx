import { useState } from 'react';
import { AddWebhook, Webhooks } from '../../__generated__/webhooks.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Form, TextField, type Sending } from '../../parts/form.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Secret } from '../../parts/secret.tsx';
import { PlaceOfWebhook } from '../../parts/webhook-place.tsx';
import { chosenTypes, TypeFields, typeWords } from '../../parts/webhook-types.tsx';
import { PlaceField, placeOf } from './place.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

/** The webhooks of an organization: where its events are sent. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read query={Webhooks} variables={{ id, after: null }} of={({ organization }) => organization}>
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.webhooks} />
        <NewWebhook organizationId={id} />
        <PagedList
          title={words.webhooks}
          empty={words.noWebhooks}
          of={organization.webhooks}
          query={Webhooks}
          variables={{ id }}
          pick={(data) => data.organization?.webhooks}
          each={({ id: key, url, description, active, disabledReason, types, ...place }) => (
            <Row
              key={key}
              title={<a href={at('orgs', id, 'webhooks', key)}>{description || url}</a>}
              about={
                <>
                  {description && <>{url} · </>}
                  {typeWords(types)}
                  <PlaceOfWebhook organizationId={id} place={place} />
                </>
              }
            >
              <span className={`status ${active ? 'open' : 'off'}`}>
                {disabledReason === null ? words[active ? 'active' : 'paused'] : wordOf('disabled', disabledReason)}
              </span>
            </Row>
          )}
        />
      </>
    )}
  </Read>
);

function NewWebhook({ organizationId }: { readonly organizationId: string }) {
  const [made, setMade] = useState<{ readonly secret: string; readonly url: string } | null>(null);
  const create = async ({ send, field, form }: Sending) => {
    const data = await send(AddWebhook, {
      organizationId,
      input: {
        url: field('url'),
        description: field('description') || null,
        types: chosenTypes(form),
        ...placeOf(field('place')),
      },
    });
    if (data) setMade({ secret: data.createWebhook.secret, url: data.createWebhook.webhook.url });
    return data;
  };
  return (
    <>
      {made && (
        <div className="made" role="status">
          <Secret label={fill(words.secretOf, { name: made.url })} value={made.secret} hint={words.webhookSecretHint} />
        </div>
      )}
      <Panel title={words.newWebhook}>
        <Form submit={words.createWebhook} isPrimary onSend={create}>
          <TextField
            label={words.address}
            name="url"
            type="url"
            placeholder="https://"
            hint={words.webhookHint}
            isRequired
          />
          <TextField label={words.description} name="description" />
          <PlaceField organizationId={organizationId} />
          <TypeFields types={['*']} />
        </Form>
      </Panel>
    </>
  );
}
