import { useDeferredValue, useState } from 'react';
import { RemoveRedirect, SiteRedirectsView } from '../../__generated__/site-redirects.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { fill, wordOf, words } from '../../words/words.ts';
import { AddRedirectForm, type SiteOfRedirects } from './add.tsx';

type Redirect = SiteOfRedirects['redirects']['edges'][number]['node'];

/** Where old addresses of a site lead. */
export function View({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim()) || null;
  const variables = { id, organizationId, search };
  return (
    <Read
      query={SiteRedirectsView}
      variables={{ ...variables, after: null }}
      of={({ site }) => site}
      isNews={(one) => one.siteId === id}
    >
      {(site) => (
        <>
          <SiteTop site={site} title={words.redirects} />
          <AddRedirectForm site={site} />
          <PagedList
            title={words.redirects}
            empty={search === null ? words.noRedirects : words.nothingIsFound}
            action={
              <input
                type="search"
                aria-label={words.searchRedirects}
                placeholder={words.searchRedirects}
                value={text}
                maxLength={100}
                onChange={({ target }) => setText(target.value)}
              />
            }
            of={site.redirects}
            query={SiteRedirectsView}
            variables={variables}
            pick={(data) => data.site?.redirects}
            each={(redirect) => (
              <Row key={redirect.id} title={<code>{redirect.source}</code>} about={whereTo(site, redirect)}>
                {site.permissions.edit && (
                  <Action
                    className="plain"
                    label={fill(words.removeName, { name: redirect.source })}
                    onAct={(send) => send(RemoveRedirect, { siteId: id, organizationId, id: redirect.id })}
                  >
                    {words.remove}
                  </Action>
                )}
              </Row>
            )}
          />
        </>
      )}
    </Read>
  );
}

/** Where a redirect leads, in words. */
function whereTo({ siteSpaces, sections }: SiteOfRedirects, { destination }: Redirect): string {
  const { kind, url, siteSpaceId, siteSectionId } = destination;
  if (kind === 'URL') return `→ ${url}`;
  const parts = [...siteSpaces.edges, ...sections.edges].map(({ node }) => node);
  const title = parts.find(({ id }) => id === (siteSpaceId ?? siteSectionId))?.title ?? '';
  return `→ ${wordOf('destination', kind)} · ${title}`;
}
