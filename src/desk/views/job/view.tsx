import type { ViewProps } from '../../frame/view.tsx';
import { Job } from '../../parts/job.tsx';
import { Moment } from '../../parts/moment.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { wordOf, words } from '../../words/words.ts';

/** A background job: how far it is, and what it has done. */
export const View = ({ ids: { jobId: id = '' } }: ViewProps) => (
  <Job id={id}>
    {({ kind, createdAt, createdBy, space }) => (
      <Head title={wordOf('job', kind)} organizationId={space?.organizationId} way={space ? wayInto(space) : []}>
        <p className="quiet">
          {createdBy?.displayName ?? words.somebody} · <Moment at={createdAt} />
        </p>
      </Head>
    )}
  </Job>
);
