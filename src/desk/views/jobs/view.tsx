import { JobsView } from '../../__generated__/jobs.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { JobRow } from '../../parts/jobs.tsx';
import { PagedList } from '../../parts/list.tsx';
import { OrganizationTop } from '../../parts/organization-top.tsx';
import { words } from '../../words/words.ts';

/** The imports, exports and other work in an organization: all of it for admins, and for others their own. */
export const View = ({ ids: { organizationId: id = '' } }: ViewProps) => (
  <Read
    query={JobsView}
    variables={{ id, after: null }}
    of={({ organization }) => organization}
    isNews={({ type }) => type === 'JOB_FINISHED'}
  >
    {(organization) => (
      <>
        <OrganizationTop organization={organization} title={words.jobs} />
        <PagedList
          title={words.jobs}
          empty={words.noJobs}
          of={organization.jobs}
          query={JobsView}
          variables={{ id }}
          pick={(data) => data.organization?.jobs}
          each={(job) => <JobRow key={job.id} job={job} />}
        />
      </>
    )}
  </Read>
);
