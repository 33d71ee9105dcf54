import { useState } from 'react';
import { PreviewGit, type ChangesOfPreviewFragment, type PreviewGitMutation } from '../../__generated__/git.ts';
import { Action } from '../../parts/action.tsx';
import { List, Row } from '../../parts/list.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

/** Looks at what a sync would bring to each side, without changing either. */
export function Preview({ spaceId }: { readonly spaceId: string }) {
  const [found, setFound] = useState<PreviewGitMutation['previewGit'] | null>(null);
  return (
    <>
      <List title={words.previewSync}>
        {[
          <Row
            key="preview"
            title={words.lookFirst}
            about={<span role="status">{found === null ? words.previewSyncHint : sumOf(found)}</span>}
          >
            <Action
              onAct={async (send) => {
                const data = await send(PreviewGit, { spaceId });
                if (data) setFound(data.previewGit);
                return data;
              }}
            >
              {words.preview}
            </Action>
          </Row>,
        ]}
      </List>
      {found && (
        <div className="columns">
          <Changes title={words.toSpace} changes={found.toSpace} />
          <Changes title={words.toRepository} changes={found.toRepository} />
        </div>
      )}
    </>
  );
}

function sumOf({ toSpace, toRepository, waits }: PreviewGitMutation['previewGit']): string {
  if (waits) return words.previewWaits;
  return toSpace.total + toRepository.total === 0 ? words.previewEqual : words.previewDiffers;
}

const Changes = ({
  title,
  changes: { total, changes },
}: {
  readonly title: string;
  readonly changes: ChangesOfPreviewFragment;
}) => (
  <List
    title={fill(words.countedTitle, { title, count: total })}
    more={
      total > changes.length && <p className="quiet">{fill(words.moreChanges, { count: total - changes.length })}</p>
    }
  >
    {changes.map(({ change, path, title: name }, index) => (
      <Row key={`${path} ${index}`} title={name ?? path ?? words.untitled} about={name && path}>
        <span className="quiet">{wordOf('gitChange', change)}</span>
      </Row>
    ))}
  </List>
);
