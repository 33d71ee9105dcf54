import { AddOidc, AddSaml } from '../../__generated__/sso.ts';
import { Form, TextField } from '../../parts/form.tsx';
import { words } from '../../words/words.ts';

/** Adds a provider of either protocol. */
export const AddProviders = ({ organizationId }: { readonly organizationId: string }) => (
  <>
    <details className="panel">
      <summary>{words.addOidc}</summary>
      <Form
        submit={words.addProvider}
        isPrimary
        onSend={({ send, field }) =>
          send(AddOidc, {
            organizationId,
            input: {
              label: field('label'),
              issuerUrl: field('issuerUrl'),
              clientId: field('clientId'),
              clientSecret: field('clientSecret') || null,
            },
          })
        }
      >
        <TextField label={words.providerLabel} name="label" hint={words.providerLabelHint} isRequired />
        <TextField
          label={words.issuer}
          name="issuerUrl"
          type="url"
          placeholder="https://"
          hint={words.issuerHint}
          isRequired
        />
        <TextField label={words.clientId} name="clientId" isRequired />
        <TextField label={words.clientSecret} name="clientSecret" type="password" hint={words.clientSecretHint} />
      </Form>
    </details>
    <details className="panel">
      <summary>{words.addSaml}</summary>
      <Form
        submit={words.addProvider}
        isPrimary
        onSend={({ send, field }) =>
          send(AddSaml, {
            organizationId,
            input: { label: field('label'), ...(field('metadata') === '' ? {} : { metadata: field('metadata') }) },
          })
        }
      >
        <TextField label={words.providerLabel} name="label" hint={words.providerLabelHint} isRequired />
        <TextField label={words.metadata} name="metadata" rows={5} hint={words.metadataHint} />
      </Form>
    </details>
  </>
);
