import { AuditPage, AuditView } from '../../__generated__/audit.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { PagedList } from '../../parts/list.tsx';
import { Moment } from '../../parts/moment.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { wordOf, words } from '../../words/words.ts';
import { Download } from './download.tsx';
import { Filter } from './filter.tsx';
import { filter, filtersOf, labelOf, type Actions, type Entry } from './filters.ts';

/** What was done in an organization, by whom and to what. For admins. */
export function View({ ids: { organizationId: id = '' }, search }: ViewProps) {
  const variables = { id, ...filtersOf(search) };
  return (
    <Read query={AuditView} variables={{ ...variables, after: null }} of={({ organization }) => organization}>
      {(organization) => (
        <>
          <OrganizationTop organization={organization} title={words.auditLog} />
          <Filter search={search} actions={organization.auditEventActions} entries={organization.auditEvents} />
          <PagedList
            title={words.auditLog}
            empty={words.noAudit}
            action={<Download variables={variables} actions={organization.auditEventActions} />}
            of={organization.auditEvents}
            query={AuditPage}
            variables={variables}
            pick={(data) => data.organization?.auditEvents}
            each={(entry) => (
              <EntryRow key={entry.eventId} entry={entry} actions={organization.auditEventActions} id={id} />
            )}
          />
        </>
      )}
    </Read>
  );
}

interface EntryRowProps {
  readonly entry: Entry;
  readonly actions: Actions;
  readonly id: string;
}

function EntryRow({ entry, actions, id }: EntryRowProps) {
  const { type, occurredAt, actor, subjectTitle, targetTitle, targetId, source, address } = entry;
  const title = targetTitle ?? subjectTitle;
  return (
    <li className="entry row">
      <div className="row-main">
        <strong>{labelOf(type, actions)}</strong>
        <p className="quiet">
          {actor ? <a href={at('orgs', id, 'members', actor.id)}>{actor.displayName}</a> : words.somebody}
          {title && (
            <>
              {' '}
              ·{' '}
              <button type="button" className="plain" onClick={() => filter({ target: targetId, targetTitle: title })}>
                {title}
              </button>
            </>
          )}{' '}
          · {wordOf('by', source)}
          {address && <> · {address}</>}
        </p>
      </div>
      <div className="row-side quiet">
        <Moment at={occurredAt} />
      </div>
    </li>
  );
}
