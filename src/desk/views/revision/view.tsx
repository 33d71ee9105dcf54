import { RevisionView } from '../../__generated__/revision.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, language, wordOf, words } from '../../words/words.ts';

/** A revision: who made it, of which change request, and what it has changed. */
export const View = ({ ids: { spaceId = '', revisionId = '' } }: ViewProps) => (
  <Read query={RevisionView} variables={{ spaceId, revisionId }} of={({ space }) => space?.revision && space}>
    {(space) => {
      const { createdAt, createdBy, mergedFrom, changes } = space.revision ?? none;
      return (
        <>
          <Head
            title={fill(words.revisionOf, { time: new Date(createdAt).toLocaleString(language) })}
            organizationId={space.organizationId}
            way={wayInto(space)}
          >
            <p className="quiet">
              {createdBy?.displayName ?? words.somebody} · <Moment at={createdAt} />
            </p>
          </Head>
          <List title={words.changeRequest}>
            {mergedFrom
              ? [
                  <Entry
                    key={mergedFrom.id}
                    href={at('spaces', spaceId, 'change-requests', mergedFrom.id)}
                    title={`#${mergedFrom.number} ${mergedFrom.subject || words.noSubject}`}
                  />,
                ]
              : []}
          </List>
          <List
            title={words.changes}
            empty={words.noChanges}
            more={changes.more > 0 && <p className="quiet">{fill(words.moreChanges, { count: changes.more })}</p>}
          >
            {changes.items.map(({ type, subjectId, title }) => (
              <Entry key={type + subjectId} href={at('spaces', spaceId, 'pages', subjectId)} title={title}>
                {wordOf('change', type)}
              </Entry>
            ))}
          </List>
        </>
      );
    }}
  </Read>
);

const none = { createdAt: '', createdBy: null, mergedFrom: null, changes: { more: 0, items: [] } };
