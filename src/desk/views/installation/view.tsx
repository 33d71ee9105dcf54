import { InstallationView, SaveInstallation, type InstallationViewQuery } from '../../__generated__/installation.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Form, SelectField, type Sending } from '../../parts/form.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Head } from '../../parts/title.tsx';
import { wordOf, words } from '../../words/words.ts';
import { ConfigurationForm, valuesOf, type Values } from './configuration.tsx';

type Integration = NonNullable<InstallationViewQuery['integration']>;
type Installation = NonNullable<Integration['installation']>;

/** An integration as an organization has installed it: its settings, and where it applies. */
export const View = ({ ids: { name = '', installationId = '' } }: ViewProps) => (
  <Read
    query={InstallationView}
    variables={{ name, installationId }}
    of={({ integration }) => integration?.installation && { integration, installation: integration.installation }}
    isNews={({ type }) => /^(INSTALLATION|INTEGRATION)_/.test(type)}
  >
    {({ integration, installation }) => (
      <>
        <Head
          title={integration.title}
          kind={words.integration}
          organizationId={installation.organizationId}
          way={[{ title: words.integrations, href: at('orgs', installation.organizationId, 'integrations') }]}
        >
          <p className="lead">{integration.summary}</p>
          <p className="quiet">
            {wordOf('installation', installation.status)} · {words.created} <Moment at={installation.createdAt} />
          </p>
        </Head>
        <Settings integration={integration} installation={installation} />
      </>
    )}
  </Read>
);

interface SettingsProps {
  readonly integration: Integration;
  readonly installation: Installation;
}

const selections = ['ALL', 'SELECTED'] as const;

function Settings({ integration, installation }: SettingsProps) {
  const declared = integration.configurations?.account ?? null;
  const properties = declared?.properties ?? [];
  const { id, version, spaceSelection, siteSelection, configuration } = installation;
  const save = ({ send, field, form }: Sending) =>
    send(SaveInstallation, {
      name: integration.name,
      id,
      version,
      input: {
        spaceSelection: field('spaceSelection') as Installation['spaceSelection'],
        siteSelection: field('siteSelection') as Installation['siteSelection'],
        ...(properties.length === 0 ? {} : { configuration: valuesOf(properties, new FormData(form)) }),
      },
    });
  return (
    <section className="list">
      <h2>{words.settings}</h2>
      {declared?.componentId && <p className="quiet">{words.componentSettings}</p>}
      <Form submit={words.save} isPrimary isKept onSend={save}>
        <ConfigurationForm
          properties={properties}
          required={declared?.required ?? []}
          values={(configuration ?? {}) as Values}
        />
        <SelectField
          label={words.spaces}
          name="spaceSelection"
          value={spaceSelection}
          options={selections.map((one) => [one, wordOf('selection', one)])}
        />
        <SelectField
          label={words.sites}
          name="siteSelection"
          value={siteSelection}
          options={selections.map((one) => [one, wordOf('selection', one)])}
        />
      </Form>
    </section>
  );
}
