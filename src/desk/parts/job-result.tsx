import type { JobFactsFragment } from '../__generated__/job.ts';
import { fill, words } from '../words/words.ts';
import { List, Row } from './list.tsx';
import { bytes } from './bytes.ts';

type Result = NonNullable<JobFactsFragment['result']>;

/** What a job has done: the archive to download, what was imported, or what an import would do. */
export function JobResult({ job: { result, downloadUrl } }: { readonly job: JobFactsFragment }) {
  if (result === null) return null;
  return (
    <>
      {result.export && (
        <p className="actions">
          {downloadUrl ? (
            <a className="button primary" href={downloadUrl} download="">
              {fill(words.download, { name: result.export.name, size: bytes(result.export.sizeBytes) })}
            </a>
          ) : (
            words.archiveGone
          )}
        </p>
      )}
      {result.import && <Imported done={result.import} counted={words.importedCount} />}
      {result.importPreview && <Preview preview={result.importPreview} />}
    </>
  );
}

type Done = NonNullable<Result['import']>;

type Counts = Pick<Done, 'importedResources' | 'totalResources' | 'changes' | 'skipped' | 'warnings'>;

const Imported = ({ done, counted }: { readonly done: Counts; readonly counted: string }) => (
  <>
    <p>{fill(counted, { count: done.importedResources, total: done.totalResources })}</p>
    {done.changes && <p className="quiet">{fill(words.importChanges, { ...done.changes })}</p>}
    <Notes title={words.warnings} notes={done.warnings} />
    <Notes title={words.skipped} notes={done.skipped} />
  </>
);

/** How many entries of a long list are shown; the rest is told by its number. */
const shownAtMost = 200;

const Notes = ({ title, notes }: { readonly title: string; readonly notes: Done['warnings'] }) => (
  <List title={fill(words.countedTitle, { title, count: notes.length })} more={<Rest of={notes.length} />}>
    {notes.slice(0, shownAtMost).map(({ key, reason }, index) => (
      <Row key={`${key} ${index}`} title={key} about={reason} />
    ))}
  </List>
);

const Rest = ({ of }: { readonly of: number }) =>
  of > shownAtMost ? <p className="quiet">{fill(words.moreChanges, { count: of - shownAtMost })}</p> : null;

function Preview({ preview }: { readonly preview: NonNullable<Result['importPreview']> }) {
  const { pages, files, isPartial, ...done } = preview;
  return (
    <>
      {isPartial && <p className="refusal">{words.importPartial}</p>}
      <Imported done={done} counted={words.wouldImport} />
      <List
        title={fill(words.countedTitle, { title: words.pages, count: pages.length })}
        more={<Rest of={pages.length} />}
      >
        {pages.slice(0, shownAtMost).map(({ key, title, path, brokenLinks }) => (
          <Row
            key={key}
            title={title || words.untitled}
            about={
              <>
                <code>/{path}</code>
                {brokenLinks > 0 && <> · {fill(words.brokenLinks, { count: brokenLinks })}</>}
              </>
            }
          />
        ))}
      </List>
      <List
        title={fill(words.countedTitle, { title: words.files, count: files.length })}
        more={<Rest of={files.length} />}
      >
        {files.slice(0, shownAtMost).map(({ key, name, sizeBytes }) => (
          <Row key={key} title={name} about={bytes(sizeBytes)} />
        ))}
      </List>
    </>
  );
}
