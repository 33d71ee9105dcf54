import { SiteView } from '../../__generated__/site.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { Head } from '../../parts/title.tsx';
import { wordOf, words } from '../../words/words.ts';

/** A site: where it is read, who reads it, and what it shows. */
export const View = ({ ids: { organizationId = '', siteId: id = '' } }: ViewProps) => (
  <Read query={SiteView} variables={{ id, organizationId }} of={({ site }) => site} isNews={(one) => one.siteId === id}>
    {({ title, published, publishedUrl, visibility, organization, preview, siteSpaces }) => (
      <>
        <Head
          title={title}
          kind={words.site}
          organizationId={organizationId}
          way={[organization && { title: organization.title, href: at('orgs', organizationId) }]}
        >
          <p className="quiet">
            {published ? words.published : words.notPublished} · {wordOf('audience', visibility)}
          </p>
          <p className="actions">
            {publishedUrl && (
              <a className="button" href={publishedUrl} target="_blank" rel="noreferrer">
                {words.read}
              </a>
            )}
            {preview?.url && (
              <a className="button" href={preview.url} target="_blank" rel="noreferrer">
                {words.preview}
              </a>
            )}
          </p>
        </Head>
        <List title={words.spaces} empty={words.noSpaces} hasMore={siteSpaces.pageInfo.hasNextPage}>
          {siteSpaces.edges.map(({ node }) => (
            <Entry key={node.id} href={at('spaces', node.space.id)} title={node.title}>
              <code>/{node.path}</code>
            </Entry>
          ))}
        </List>
      </>
    )}
  </Read>
);
