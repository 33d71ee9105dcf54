import { RestoreFromTrash, Trash } from '../../__generated__/trash.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, words } from '../../words/words.ts';

/** The deleted spaces of an organization, which can be restored for 7 days. For admins. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={Trash}
    variables={{ id, after: null }}
    of={({ organization }) => organization}
    isNews={({ type }) => type === 'SPACE_DELETED' || type === 'SPACE_RESTORED'}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.trash} />
        <PagedList
          title={words.deletedSpaces}
          empty={words.noTrash}
          of={organization.deletedSpaces}
          query={Trash}
          variables={{ id }}
          pick={(data) => data.organization?.deletedSpaces}
          each={(space) => (
            <Row
              key={space.id}
              title={<a href={at('spaces', space.id, 'settings')}>{named(space)}</a>}
              about={
                space.deletedAt && (
                  <>
                    {words.deletedAt} <Moment at={space.deletedAt} />
                  </>
                )
              }
            >
              <Action
                label={fill(words.restoreName, { name: named(space) })}
                onAct={(send) => send(RestoreFromTrash, { id: space.id })}
              >
                {words.restore}
              </Action>
            </Row>
          )}
        />
      </>
    )}
  </Read>
);
