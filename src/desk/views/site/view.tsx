import { MoreSiteSpaces, Publish, SiteView, Unpublish } from '../../__generated__/site.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Entry, PagedList } from '../../parts/list.tsx';
import { SiteTop } from '../../parts/space-top.tsx';
import { wordOf, words } from '../../words/words.ts';

/** A site: where it is read, who reads it, and what it shows. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read query={SiteView} variables={{ id, organizationId }} of={({ site }) => site} isNews={(one) => one.siteId === id}>
    {({ preview, siteSpaces, ...site }) => (
      <>
        <SiteTop site={site}>
          <p className="quiet">
            {site.published ? words.published : words.notPublished} · {wordOf('audience', site.visibility)}
          </p>
          <div className="actions">
            {site.publishedUrl && (
              <a className="button" href={site.publishedUrl} target="_blank" rel="noreferrer">
                {words.read}
              </a>
            )}
            {site.permissions.admin && (
              <Action
                className={site.published ? undefined : 'primary'}
                {...(site.published ? { confirm: { title: words.unpublishTitle, text: words.unpublishText } } : {})}
                onAct={(send) =>
                  site.published
                    ? send(Unpublish, { siteId: id, organizationId })
                    : send(Publish, { siteId: id, organizationId })
                }
              >
                {site.published ? words.unpublish : words.publish}
              </Action>
            )}
            {preview?.url && (
              <a className="button" href={preview.url} target="_blank" rel="noreferrer">
                {words.preview}
              </a>
            )}
          </div>
        </SiteTop>
        <PagedList
          title={words.spaces}
          empty={words.noSpaces}
          of={siteSpaces}
          query={MoreSiteSpaces}
          variables={{ id, organizationId }}
          pick={(data) => data.site?.siteSpaces}
          each={(node) => (
            <Entry key={node.id} href={at('spaces', node.space.id)} title={node.title}>
              <code>/{node.path}</code>
            </Entry>
          )}
        />
      </>
    )}
  </Read>
);
