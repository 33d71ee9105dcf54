import { useRef, useState, type ReactNode } from 'react';
import { FilesOfRequest, type FileOfRequestFragment } from '../../__generated__/edit.ts';
import { Read } from '../../client/read.tsx';
import { fill, words } from '../../words/words.ts';
import { useFiles, type Sending } from './use-files.ts';

/** How a file stands in a text: an image is shown, another file is linked. */
function markdownOf({ fileId, name, contentType }: FileOfRequestFragment): string {
  const title = name.replaceAll(/[\\[\]]/g, String.raw`\$&`);
  return `${contentType.startsWith('image/') ? '!' : ''}[${title}](/files/${fileId})`;
}

interface FilesProps {
  readonly spaceId: string;
  readonly requestId: string;
  /** Puts Markdown where the cursor is. */
  readonly onInsert: (markdown: string) => void;
  /** Moves the cursor to where something is dropped. */
  readonly onAim: (at: { readonly x: number; readonly y: number }) => void;
  /** The field of the text, onto which files are dropped. */
  readonly children: ReactNode;
}

/** Takes files that are dropped onto the text or pasted into it, or chosen, and those that the change request has. */
export function Files({ onInsert, onAim, children, ...place }: FilesProps) {
  const { sendings, send, stop } = useFiles(place);
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [said, setSaid] = useState('');
  const take = (files: Iterable<File>) =>
    send(files, (added) => {
      onInsert(markdownOf(added));
      setSaid(fill(words.fileAdded, { name: added.name }));
    });
  return (
    <div
      className="takes-files"
      data-over={isOver || undefined}
      onDragOverCapture={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      // Before the editor, which would insert the bytes of the file.
      onDropCapture={(event) => {
        setIsOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onAim({ x: event.clientX, y: event.clientY });
        take(event.dataTransfer.files);
      }}
      onPasteCapture={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        take(event.clipboardData.files);
      }}
    >
      {children}
      <p className="actions">
        <button type="button" onClick={() => chooser.current?.click()}>
          {words.addFiles}
        </button>
        <span className="quiet">{words.dropFiles}</span>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={words.addFiles}
          onChange={({ target }) => {
            take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </p>
      {sendings.map((one) => (
        <SendingOf key={one.key} sending={one} onStop={() => stop(one.key)} />
      ))}
      <p role="status" className="quiet">
        {said}
      </p>
      <Present {...place} onInsert={onInsert} />
    </div>
  );
}

function SendingOf({ sending, onStop }: { readonly sending: Sending; readonly onStop: () => void }) {
  const { name, share, failure } = sending;
  const percent = Math.round(share * 100);
  const label = share < 1 ? fill(words.sendingFile, { name, percent }) : fill(words.storing, { name });
  return (
    <div className="sending">
      {failure === null ? (
        <label>
          {label}
          <progress value={share} />
        </label>
      ) : (
        <p className="refusal" role="alert">
          {fill(words.fileFailed, { name, reason: failure })}
        </p>
      )}
      <button type="button" onClick={onStop}>
        {failure === null ? fill(words.cancelFile, { name }) : words.dismiss}
      </button>
    </div>
  );
}

/** The files that the change request has, which are read when somebody wants to see them. */
function Present({ spaceId, requestId, onInsert }: Pick<FilesProps, 'spaceId' | 'requestId' | 'onInsert'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words.filesOfRequest}</summary>
      {isOpen && (
        <FilesRead spaceId={spaceId} requestId={requestId}>
          {(files) => (
            <ul className="files">
              {files.map((file) => (
                <li key={file.fileId}>
                  <button type="button" onClick={() => onInsert(markdownOf(file))}>
                    {fill(words.insertFile, { name: file.name })}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </FilesRead>
      )}
    </details>
  );
}

interface FilesReadProps {
  readonly spaceId: string;
  readonly requestId: string;
  readonly children: (files: readonly FileOfRequestFragment[]) => ReactNode;
  /** Where the page begins, and the files before it. */
  readonly after?: string | null;
  readonly earlier?: readonly FileOfRequestFragment[];
}

/** Reads the files of a change request, a hundred at once. */
export function FilesRead({ children, after = null, earlier = [], ...place }: FilesReadProps) {
  const [wantsMore, setWantsMore] = useState(false);
  return (
    <Read
      query={FilesOfRequest}
      variables={{ spaceId: place.spaceId, id: place.requestId, after }}
      of={({ space }) => space?.changeRequest?.content.files}
    >
      {({ edges, pageInfo: { hasNextPage, endCursor } }) => {
        const files = [...earlier, ...edges.map(({ node }) => node)];
        if (wantsMore && hasNextPage)
          return (
            <FilesRead {...place} after={endCursor} earlier={files}>
              {children}
            </FilesRead>
          );
        return (
          <>
            {files.length === 0 && <p className="quiet">{words.noFiles}</p>}
            {children(files)}
            {hasNextPage && (
              <button type="button" onClick={() => setWantsMore(true)}>
                {words.showMore}
              </button>
            )}
          </>
        );
      }}
    </Read>
  );
}
