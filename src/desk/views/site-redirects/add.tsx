import { useState } from 'react';
import {
  AddRedirect,
  PagesToRedirect,
  type SiteRedirectDestinationInput,
  type SiteRedirectDestinationKind,
  type SiteRedirectsViewQuery,
} from '../../__generated__/site-redirects.ts';
import { Read } from '../../client/read.tsx';
import { Field, Form, SelectField, TextField, type Sending } from '../../parts/form.tsx';
import { Panel } from '../../parts/panel.tsx';
import { named } from '../../parts/spaces.tsx';
import { wordOf, words } from '../../words/words.ts';

export type SiteOfRedirects = NonNullable<SiteRedirectsViewQuery['site']>;

const kinds = [
  'SITE_PAGE',
  'SITE_SPACE',
  'SITE_SECTION',
  'URL',
] as const satisfies readonly SiteRedirectDestinationKind[];

/** Adds a redirect from a path of a site to a part of it, or to another address. */
export function AddRedirectForm({ site }: { readonly site: SiteOfRedirects }) {
  const { id: siteId, organizationId } = site;
  const siteSpaces = site.siteSpaces.edges.map(({ node }) => node);
  const sections = site.sections.edges.map(({ node }) => node);
  const offered = kinds.filter(
    (one) => one === 'URL' || (one === 'SITE_SECTION' ? sections.length > 0 : siteSpaces.length > 0),
  );
  const [chosenKind, setKind] = useState<SiteRedirectDestinationKind | null>(null);
  const [chosenSpace, setSpace] = useState<string | null>(null);
  const kind = chosenKind ?? offered[0] ?? 'URL';
  const siteSpace = siteSpaces.find(({ id }) => id === chosenSpace) ?? siteSpaces[0];
  const submit = ({ send, field }: Sending) => {
    const destination: SiteRedirectDestinationInput = { kind };
    if (kind === 'URL') destination.url = field('url');
    if (kind === 'SITE_SECTION') destination.siteSectionId = field('siteSectionId');
    if (kind === 'SITE_SPACE' || kind === 'SITE_PAGE') destination.siteSpaceId = siteSpace?.id ?? '';
    if (kind === 'SITE_PAGE') destination.pageId = field('pageId');
    return send(AddRedirect, { siteId, organizationId, input: { source: field('source'), destination } });
  };
  return (
    <Panel title={words.newRedirect}>
      <Form submit={words.createRedirect} isPrimary onSend={submit}>
        <TextField
          label={words.redirectFrom}
          name="source"
          placeholder="/old/page"
          hint={words.redirectFromHint}
          isRequired
        />
        <Field label={words.redirectTo} name="kind">
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={({ target }) => setKind(target.value as SiteRedirectDestinationKind)}
            >
              {offered.map((one) => (
                <option key={one} value={one}>
                  {wordOf('destination', one)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {(kind === 'SITE_SPACE' || kind === 'SITE_PAGE') && (
          <Field label={words.space} name="siteSpaceId">
            {(control) => (
              <select {...control} value={siteSpace?.id} onChange={({ target }) => setSpace(target.value)}>
                {siteSpaces.map(({ id, title, path }) => (
                  <option key={id} value={id}>
                    {title} /{path}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {kind === 'SITE_PAGE' && siteSpace && (
          <Read query={PagesToRedirect} variables={{ spaceId: siteSpace.space.id }} of={({ space }) => space}>
            {({ content }) => (
              <SelectField
                key={siteSpace.id}
                label={words.page}
                name="pageId"
                options={content.allPages
                  .filter(({ type }) => type === 'DOCUMENT')
                  .map((page) => [page.pageId, `${named(page)} /${page.path ?? ''}`])}
              />
            )}
          </Read>
        )}
        {kind === 'SITE_SECTION' && (
          <SelectField
            label={words.section}
            name="siteSectionId"
            options={sections.map(({ id, title }) => [id, title])}
          />
        )}
        {kind === 'URL' && <TextField label={words.address} name="url" type="url" placeholder="https://" isRequired />}
      </Form>
    </Panel>
  );
}
