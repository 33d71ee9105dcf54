import { useState } from 'react';
import {
  DeleteWebhook,
  RotateSecret,
  SaveWebhook,
  TestWebhook,
  WebhookView,
  type TestWebhookMutation,
  type WebhookDeliveryState,
  type WebhookViewQuery,
} from '../../__generated__/webhook.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { List, PagedList, Row } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { Secret } from '../../parts/secret.tsx';
import { PlaceOfWebhook } from '../../parts/webhook-place.tsx';
import { chosenTypes, TypeFields } from '../../parts/webhook-types.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { Delivery, type WebhookIds } from './delivery.tsx';

type Webhook = NonNullable<NonNullable<WebhookViewQuery['organization']>['webhook']>;

const states = ['DELIVERED', 'PENDING', 'FAILED'] as const satisfies readonly WebhookDeliveryState[];

/** A webhook: what it was sent with the answers, a test, and its settings. */
export function View({ ids: { organizationId = '', webhookId = '' } }: ViewProps) {
  const [state, setState] = useState<WebhookDeliveryState | ''>('');
  const ids = { organizationId, webhookId };
  const variables = { id: organizationId, webhookId, state: state || null };
  return (
    <Read
      query={WebhookView}
      variables={{ ...variables, after: null }}
      of={({ organization }) => organization?.webhook && { organization, webhook: organization.webhook }}
    >
      {({ organization, webhook }) => (
        <>
          <OrganizationTop
            organization={organization}
            title={webhook.description || words.webhook}
            way={[{ title: words.webhooks, href: at('orgs', organizationId, 'webhooks') }]}
          >
            <p className="quiet">
              {webhook.url}
              <PlaceOfWebhook organizationId={organizationId} place={webhook} />
            </p>
          </OrganizationTop>
          <Work webhook={webhook} ids={ids} />
          <PagedList
            title={words.deliveries}
            empty={words.noDeliveries}
            action={
              <select
                aria-label={words.state}
                value={state}
                onChange={({ target }) => setState(target.value as WebhookDeliveryState | '')}
              >
                <option value="">{words.everyState}</option>
                {states.map((one) => (
                  <option key={one} value={one}>
                    {wordOf('delivery', one)}
                  </option>
                ))}
              </select>
            }
            of={webhook.deliveries}
            query={WebhookView}
            variables={variables}
            pick={(data) => data.organization?.webhook?.deliveries}
            each={(delivery) => <Delivery key={delivery.id} delivery={delivery} ids={ids} />}
          />
          <Settings webhook={webhook} ids={ids} />
        </>
      )}
    </Read>
  );
}

interface WorkProps {
  readonly webhook: Webhook;
  readonly ids: WebhookIds;
}

/** Whether events are sent, and a test of it. */
function Work({ webhook: { active, disabledReason }, ids }: WorkProps) {
  const [tested, setTested] = useState<TestWebhookMutation['testWebhook'] | null>(null);
  return (
    <List title={words.sending}>
      {[
        <Row
          key="active"
          title={active ? words.active : words.paused}
          about={disabledReason === null ? words.activeHint : wordOf('disabled', disabledReason)}
        >
          <Action onAct={(send) => send(SaveWebhook, { ...ids, input: { active: !active } })}>
            {active ? words.pause : words.resume}
          </Action>
        </Row>,
        <Row
          key="test"
          title={words.test}
          about={
            tested === null ? (
              words.testHint
            ) : (
              <span role="status">
                {fill(tested.delivered ? words.testDelivered : words.testFailed, {
                  status: tested.status ?? tested.error ?? '',
                  time: tested.durationMs,
                })}
              </span>
            )
          }
        >
          <Action
            onAct={async (send) => {
              const data = await send(TestWebhook, ids);
              if (data) setTested(data.testWebhook);
              return data;
            }}
          >
            {words.sendTest}
          </Action>
        </Row>,
      ]}
    </List>
  );
}

function Settings({ webhook: { url, description, types }, ids }: WorkProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section className="list">
      <h2>{words.settings}</h2>
      <Form
        submit={words.save}
        isKept
        onSend={({ send, field, form }) =>
          send(SaveWebhook, {
            ...ids,
            input: { url: field('url'), description: field('description') || null, types: chosenTypes(form) },
          })
        }
      >
        <TextField label={words.address} name="url" type="url" value={url} isRequired />
        <TextField label={words.description} name="description" value={description} />
        <TypeFields types={types} />
      </Form>
      {secret !== null && (
        <div className="made" role="status">
          <Secret label={words.newSecret} value={secret} hint={words.webhookSecretHint} />
        </div>
      )}
      <div className="actions">
        <Action
          confirm={{ title: words.rotateTitle, text: words.rotateText }}
          onAct={async (send) => {
            const data = await send(RotateSecret, ids);
            if (data) setSecret(data.rotateWebhookSecret.secret);
            return data;
          }}
        >
          {words.rotate}
        </Action>
        <Action
          className="danger"
          confirm={{ title: words.deleteWebhookTitle, text: words.deleteWebhookText }}
          onAct={async (send) => {
            const data = await send(DeleteWebhook, ids);
            if (data) go(at('orgs', ids.organizationId, 'webhooks'));
            return data;
          }}
        >
          {words.delete}
        </Action>
      </div>
    </section>
  );
}
