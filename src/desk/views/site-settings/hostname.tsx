import { CheckHostname, RemoveHostname, SetHostname } from '../../__generated__/site-settings.ts';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { Row } from '../../parts/list.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, words } from '../../words/words.ts';
import type { SiteOfSettings } from './site-of-settings.ts';

/** The domain of one's own at which the site is read, and the record that proves it. */
export function Hostname({ site: { id, organizationId, customHostname } }: { readonly site: SiteOfSettings }) {
  const ids = { siteId: id, organizationId };
  return (
    <section className="list">
      <h2>{words.ownDomain}</h2>
      {customHostname ? (
        <ul>
          <Row
            title={customHostname.hostname}
            about={
              customHostname.verified ? (
                words.domainServes
              ) : (
                <>
                  {words.domainRecord}
                  <Secret label={words.recordName} value={customHostname.recordName} />
                  <Secret label={words.recordValue} value={customHostname.recordValue} />
                </>
              )
            }
          >
            {!customHostname.verified && <Action onAct={(send) => send(CheckHostname, ids)}>{words.check}</Action>}
            <Action
              className="plain"
              confirm={{
                title: fill(words.removeDomainTitle, { name: customHostname.hostname }),
                text: words.removeDomainText,
              }}
              onAct={(send) => send(RemoveHostname, ids)}
            >
              {words.remove}
            </Action>
          </Row>
        </ul>
      ) : (
        <Form
          submit={words.useDomain}
          onSend={({ send, field }) => send(SetHostname, { ...ids, hostname: field('hostname') })}
        >
          <TextField
            label={words.emailDomain}
            name="hostname"
            placeholder="docs.example.com"
            hint={words.ownDomainHint}
            isRequired
          />
        </Form>
      )}
    </section>
  );
}
