import type { ReactNode } from 'react';
import { useSubscription } from 'urql';
import { CancelJob, JobProgress, JobView, type JobFactsFragment } from '../__generated__/job.ts';
import { Read } from '../client/read.tsx';
import { wordOf, words } from '../words/words.ts';
import { Action } from './action.tsx';
import { Failure } from './failure.tsx';
import { howFar, isAlive } from './how-far.ts';
import { JobResult } from './job-result.tsx';

interface JobProps {
  readonly id: string;
  /** What stands above, and what can be done when the job has done its work. */
  readonly children?: (job: JobFactsFragment) => ReactNode;
}

/** A job as it goes on: how far it is, and then what it has done, or why it has failed. */
export const Job = ({ id, children }: JobProps) => (
  <Read query={JobView} variables={{ id }} of={({ job }) => job}>
    {(job) => (isAlive(job) ? <Running job={job}>{children}</Running> : <Shown job={job}>{children}</Shown>)}
  </Read>
);

interface StateProps {
  readonly job: JobFactsFragment;
  readonly children: JobProps['children'];
}

/** Follows a job that has not ended. It is one stream more, for as long as the job goes on. */
function Running({ job, children }: StateProps) {
  const [{ data }] = useSubscription({ query: JobProgress, variables: { id: job.id } });
  return <Shown job={data?.jobProgress ?? job}>{children}</Shown>;
}

function Shown({ job, children }: StateProps) {
  const { id, state, error, progress } = job;
  return (
    <>
      {children?.(job)}
      <section className="job" aria-label={wordOf('job', job.kind)}>
        <p role="status">
          <strong>{wordOf('jobState', state)}</strong>{' '}
          {isAlive(job) && <span className="quiet">{howFar(progress)}</span>}
        </p>
        {isAlive(job) && (
          <>
            <progress
              aria-label={wordOf('jobState', state)}
              {...(progress.total === null ? {} : { max: Math.max(progress.total, 1), value: progress.done })}
            />
            <div className="actions">
              <Action onAct={(send) => send(CancelJob, { id })}>{words.cancel}</Action>
            </div>
          </>
        )}
        <Failure>{error?.message}</Failure>
        <JobResult job={job} />
      </section>
    </>
  );
}
