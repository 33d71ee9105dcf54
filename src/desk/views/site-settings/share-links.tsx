import {
  AddShareLink,
  MoreShareLinks,
  RemoveShareLink,
  type ShareLinksOfListFragment,
} from '../../__generated__/site-settings.ts';
import { Action } from '../../parts/action.tsx';
import { Form, TextField } from '../../parts/form.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Secret } from '../../parts/secret.tsx';
import { fill, words } from '../../words/words.ts';
import type { SiteOfSettings } from './site-of-settings.ts';

interface ShareLinksProps {
  readonly site: SiteOfSettings;
  readonly links: ShareLinksOfListFragment;
}

/** The links by which a site for those who have one is read. */
export function ShareLinks({ site: { id, organizationId, visibility }, links }: ShareLinksProps) {
  if (visibility !== 'SHARE_LINK' && links.edges.length === 0) return null;
  const ids = { siteId: id, organizationId };
  return (
    <>
      <PagedList
        title={words.shareLinks}
        empty={words.noShareLinks}
        of={links}
        query={MoreShareLinks}
        variables={{ id, organizationId }}
        pick={(data) => data.site?.shareLinks}
        each={(link) => (
          <Row
            key={link.id}
            title={link.name}
            about={
              <>
                {words.created} <Moment at={link.createdAt} />
              </>
            }
          >
            {link.publishedUrl && <Secret label={words.link} value={link.publishedUrl} />}
            <Action
              className="plain"
              label={fill(words.revokeName, { name: link.name ?? '' })}
              confirm={{ title: words.revokeLinkTitle, text: words.revokeShareLinkText }}
              onAct={(send) => send(RemoveShareLink, { ...ids, id: link.id })}
            >
              {words.revoke}
            </Action>
          </Row>
        )}
      />
      <Form submit={words.createLink} onSend={({ send, field }) => send(AddShareLink, { ...ids, name: field('name') })}>
        <TextField label={words.name} name="name" hint={words.shareLinkHint} isRequired />
      </Form>
    </>
  );
}
