import { useState } from 'react';
import { DeliveryOfWebhook, Redeliver, type DeliveryEntryFragment } from '../../__generated__/webhook.ts';
import { Read } from '../../client/read.tsx';
import { Action } from '../../parts/action.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Moment } from '../../parts/moment.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

/** The webhook, as its mutations name it. */
export interface WebhookIds {
  readonly organizationId: string;
  readonly webhookId: string;
}

interface DeliveryProps {
  readonly delivery: DeliveryEntryFragment;
  readonly ids: WebhookIds;
}

/** An event that was sent: whether it has arrived, and on demand what was sent and answered. */
export function Delivery({ delivery, ids }: DeliveryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, type, state, status, attempts, createdAt, nextAttemptAt } = delivery;
  return (
    <li className="entry">
      <div className="row">
        <div className="row-main">
          <strong>{wordOf('did', type)}</strong>
          <p className="quiet">
            <Moment at={createdAt} /> · {fill(words.attempts, { count: attempts })}
            {nextAttemptAt && state === 'PENDING' && (
              <>
                {' '}
                · {words.nextAttempt} <Moment at={nextAttemptAt} />
              </>
            )}
          </p>
        </div>
        <div className="row-side">
          <span className={`status ${state === 'DELIVERED' ? 'open' : state.toLowerCase()}`}>
            {wordOf('delivery', state)} {status}
          </span>
          <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {words.details}
          </button>
          {state !== 'PENDING' && (
            <Action className="plain" onAct={(send) => send(Redeliver, { ...ids, deliveryId: id })}>
              {words.sendAgain}
            </Action>
          )}
        </div>
      </div>
      {isOpen && (
        <Read
          query={DeliveryOfWebhook}
          variables={{ id: ids.organizationId, webhookId: ids.webhookId, deliveryId: id }}
          of={({ organization }) => organization?.webhook?.delivery}
        >
          {({ request, response, error }) => (
            <div className="sides">
              <Said title={words.request} text={request} />
              <div>
                <Said title={words.response} text={response} />
                <Failure>{error}</Failure>
              </div>
            </div>
          )}
        </Read>
      )}
    </li>
  );
}

const Said = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <figure>
    <figcaption>{title}</figcaption>
    <pre tabIndex={0} aria-label={title}>
      {text || words.nothing}
    </pre>
  </figure>
);
