import { useState } from 'react';
import { EditView, type EditedPageFragment, type EditViewQuery } from '../../__generated__/edit.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Failure } from '../../parts/failure.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { fill, words } from '../../words/words.ts';
import { Form } from './form.tsx';

type Space = NonNullable<EditViewQuery['space']>;
type Request = NonNullable<Space['changeRequest']>;

/** A page of a change request, to be written. */
export const View = ({ ids: { spaceId = '', changeRequestId: id = '', pageId = '' } }: ViewProps) => (
  <Read
    query={EditView}
    variables={{ spaceId, id, pageId }}
    of={({ space }) => {
      const request = space?.changeRequest;
      const page = request?.content.page;
      return space && request && page ? { space, request, page } : null;
    }}
  >
    {(shown) => <Begun {...shown} />}
  </Read>
);

interface Shown {
  readonly space: Space;
  readonly request: Request;
  readonly page: EditedPageFragment;
}

function Begun(now: Shown) {
  // What others write meanwhile does not change what is written here; a save finds it out.
  const [{ space, request, page }] = useState(now);
  const address = at('spaces', space.id, 'change-requests', request.id);
  const isClosed = !['DRAFT', 'OPEN'].includes(request.status) || request.pullRequestUrl !== null;
  const isRefused = !space.permissions.edit || isClosed || page.markdown === null;
  return (
    <>
      <Head
        title={fill(words.editing, { title: page.title })}
        organizationId={space.organizationId}
        way={[...wayInto(space), { title: `#${request.number} ${request.subject || words.noSubject}`, href: address }]}
      />
      {isRefused ? (
        <Failure>{words.mayNotEdit}</Failure>
      ) : (
        <Form spaceId={space.id} requestId={request.id} page={page} revisionId={request.revisionId} address={address} />
      )}
    </>
  );
}
