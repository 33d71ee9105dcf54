import { DeleteSite, SaveSite, SiteSettings, type SiteVisibility } from '../../__generated__/site-settings.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Form, SelectField, TextField } from '../../parts/form.tsx';
import { List, Row } from '../../parts/list.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { Hostname } from './hostname.tsx';
import { ShareLinks } from './share-links.tsx';
import type { SiteOfSettings } from './site-of-settings.ts';

const visibilities = ['PUBLIC', 'UNLISTED', 'SHARE_LINK', 'VISITOR_AUTH'] as const satisfies readonly SiteVisibility[];

/** The settings of a site: its name and address, and who reads it. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read
    query={SiteSettings}
    variables={{ id, organizationId }}
    of={({ site, asAdmin }) => site && { site, asAdmin }}
    isNews={(one) => one.siteId === id}
  >
    {({ site, asAdmin }) => (
      <>
        <SiteTop site={site} title={words.settings} />
        <General site={site} />
        {site.permissions.admin && <Hostname site={site} />}
        {asAdmin && <ShareLinks site={site} links={asAdmin.shareLinks} />}
        {site.permissions.admin && <Whole site={site} />}
      </>
    )}
  </Read>
);

function General({ site }: { readonly site: SiteOfSettings }) {
  const { id, organizationId, title, basename, visibility, version, permissions } = site;
  return (
    <section className="list">
      <h2>{words.general}</h2>
      <Form
        submit={words.save}
        isPrimary
        isKept
        onSend={({ send, field }) =>
          send(SaveSite, {
            siteId: id,
            organizationId,
            version,
            input: {
              title: field('title'),
              ...(field('basename') === basename ? {} : { basename: field('basename') }),
              ...(permissions.admin ? { visibility: field('visibility') as SiteVisibility } : {}),
            },
          })
        }
      >
        <TextField label={words.title} name="title" value={title} isRequired />
        <TextField label={words.slug} name="basename" value={basename} hint={words.basenameHint} />
        {permissions.admin && (
          <SelectField
            label={words.audience}
            name="visibility"
            value={visibility}
            options={visibilities.map((one) => [one, wordOf('readers', one)])}
            hint={words.audienceHint}
          />
        )}
      </Form>
    </section>
  );
}

const Whole = ({ site: { id, organizationId, title } }: { readonly site: SiteOfSettings }) => (
  <List title={words.wholeSite}>
    {[
      <Row key="delete" title={words.deleteSite} about={words.deleteSiteHint}>
        <Action
          className="danger"
          confirm={{ title: fill(words.deleteTitle, { title }), text: words.deleteSiteHint, typed: title }}
          onAct={async (send) => {
            const data = await send(DeleteSite, { siteId: id, organizationId });
            if (data) go(at('orgs', organizationId));
            return data;
          }}
        >
          {words.delete}
        </Action>
      </Row>,
    ]}
  </List>
);
