import { useState } from 'react';
import { DryRun, ExportSpace, ImportView, StartImport, type ImportContentInput } from '../../__generated__/import.ts';
import type { Send } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Action } from '../../parts/action.tsx';
import { Job } from '../../parts/job.tsx';
import { List, Row } from '../../parts/list.tsx';
import { SpaceTop } from '../../parts/space-top.tsx';
import { words } from '../../words/words.ts';
import { Source } from './source.tsx';

/** Brings content into a space, after a look at what that would do, and takes it out as an archive. */
export const View = ({ ids: { spaceId: id = '' } }: ViewProps) => (
  <Read query={ImportView} variables={{ id }} of={({ space }) => space}>
    {(space) => (
      <>
        <SpaceTop space={space} title={words.importExport} />
        {space.permissions.edit && <Import spaceId={id} />}
        <List title={words.export}>
          {[
            <Row key="export" title={words.archiveOfSpace} about={words.exportHint}>
              <Action onAct={(send) => start(send, id)}>{words.export}</Action>
            </Row>,
          ]}
        </List>
      </>
    )}
  </Read>
);

/** Begins an export and shows it. */
async function start(send: Send, id: string) {
  const data = await send(ExportSpace, { id });
  if (data) go(at('jobs', data.exportSpace.job.id));
  return data;
}

interface Trial {
  readonly input: ImportContentInput;
  readonly jobId: string;
}

/** Looks first, and imports then what was looked at. */
function Import({ spaceId }: { readonly spaceId: string }) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const tryOut = async (send: Send, input: ImportContentInput) => {
    const data = await send(DryRun, { id: spaceId, input });
    if (data) setTrial({ input, jobId: data.startImportPreview.job.id });
    return data;
  };
  const run = async (send: Send, input: ImportContentInput) => {
    const data = await send(StartImport, { id: spaceId, input });
    if (data) go(at('jobs', data.startImport.job.id));
    return data;
  };
  return (
    <section className="list">
      <h2>{words.import}</h2>
      <Source onSend={tryOut} />
      {trial && (
        <Job key={trial.jobId} id={trial.jobId}>
          {({ result }) =>
            result?.importPreview && (
              <div className="made">
                <p>{words.previewReady}</p>
                <Action
                  className="primary"
                  onAct={(send) =>
                    run(send, { ...trial.input, allowPartial: result.importPreview?.isPartial ?? false })
                  }
                >
                  {words.importNow}
                </Action>
              </div>
            )
          }
        </Job>
      )}
    </section>
  );
}
