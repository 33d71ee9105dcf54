import { useState } from 'react';
import { OwnRequests, StartEditing, type PageTextFragment } from '../../__generated__/page.ts';
import { useChange } from '../../client/change.ts';
import { Read } from '../../client/read.tsx';
import { at, go } from '../../frame/place.ts';
import { Failure } from '../../parts/failure.tsx';
import { fill, words } from '../../words/words.ts';

interface EditProps {
  readonly spaceId: string;
  readonly page: PageTextFragment;
  /** The change request in which the page is shown; null for the main content. */
  readonly requestId: string | null;
}

const addressOf = (spaceId: string, requestId: string, pageId: string) =>
  at('spaces', spaceId, 'change-requests', requestId, 'pages', pageId, 'edit');

/** Leads to the editor: in the change request that is shown, or in a new one or one of the person. */
export function Edit({ spaceId, page, requestId }: EditProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (page.type !== 'DOCUMENT') return null;
  if (requestId !== null)
    return (
      <p className="actions">
        <a className="button" href={addressOf(spaceId, requestId, page.pageId)}>
          {words.edit}
        </a>
      </p>
    );
  return (
    <div className="actions">
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words.edit}
      </button>
      {isOpen && <Choice spaceId={spaceId} page={page} />}
    </div>
  );
}

function Choice({ spaceId, page }: Omit<EditProps, 'requestId'>) {
  const { send, isBusy, refusal } = useChange();
  const start = async () => {
    const data = await send(StartEditing, {
      spaceId,
      subject: fill(words.editOf, { title: page.title }).slice(0, 256),
    });
    if (data) go(addressOf(spaceId, data.createChangeRequest.changeRequest.id, page.pageId));
  };
  return (
    <div className="choice" role="group" aria-label={words.editIn}>
      <button type="button" className="primary" disabled={isBusy} onClick={() => void start()}>
        {words.aNewRequest}
      </button>
      <Read query={OwnRequests} variables={{}} of={({ viewer }) => viewer.changeRequests}>
        {({ edges }) =>
          edges
            .filter(({ node }) => node.spaceId === spaceId)
            .map(({ node }) => (
              <a key={node.id} className="button" href={addressOf(spaceId, node.id, page.pageId)}>
                #{node.number} {node.subject || words.noSubject}
              </a>
            ))
        }
      </Read>
      <Failure>{refusal}</Failure>
    </div>
  );
}
