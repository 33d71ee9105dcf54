import type { JobsOfListFragment } from '../__generated__/jobs.ts';
import { at } from '../frame/place.ts';
import { wordOf, words } from '../words/words.ts';
import { howFar, isAlive } from './how-far.ts';
import { Row } from './list.tsx';
import { Moment } from './moment.tsx';

interface JobRowProps {
  readonly job: JobsOfListFragment['edges'][number]['node'];
}

/** A job of a list: what it does where, by whom, and how far it is or how it has ended. */
export function JobRow({ job }: JobRowProps) {
  const { id, kind, state, createdAt, createdBy, space, progress, error } = job;
  return (
    <Row
      title={<a href={at('jobs', id)}>{wordOf('job', kind)}</a>}
      about={
        <>
          {space && (
            <>
              <a href={at('spaces', space.id)}>{space.title || words.untitled}</a> ·{' '}
            </>
          )}
          {createdBy?.displayName ?? words.somebody} · <Moment at={createdAt} />
          {error && <> · {error.message}</>}
        </>
      }
    >
      {isAlive(job) && (
        <>
          <span className="quiet">{howFar(progress)}</span>
          <progress
            aria-label={wordOf('jobState', state)}
            {...(progress.total === null ? {} : { max: Math.max(progress.total, 1), value: progress.done })}
          />
        </>
      )}
      <span className={`status ${state.toLowerCase()}`}>{wordOf('jobState', state)}</span>
    </Row>
  );
}
