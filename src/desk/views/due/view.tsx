import { DueView } from '../../__generated__/due.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { DueEntry } from '../../parts/due.tsx';
import { PagedList } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { words } from '../../words/words.ts';

/** The pages whose review date has passed, in what the person may read, the longest due first. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={DueView}
    variables={{ id, after: null }}
    of={({ organization }) => organization}
    isNews={({ type }) => /^(PAGE|CONTENT)_/.test(type)}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.due} />
        <PagedList
          title={words.due}
          empty={words.noDue}
          of={organization.duePages}
          query={DueView}
          variables={{ id }}
          pick={(data) => data.organization?.duePages}
          each={(due) => <DueEntry key={due.id} due={due} hasOwner />}
        />
      </>
    )}
  </Read>
);
