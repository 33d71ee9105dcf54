import { ContentsView, type ContentsViewQuery } from '../../__generated__/contents.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Failure } from '../../parts/failure.tsx';
import { PageTree } from '../../parts/pages.tsx';
import { wayInto } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';
import { Arranging } from './arranging.tsx';

type Space = NonNullable<ContentsViewQuery['space']>;

/** The pages of a change request, to be put in order, added and deleted. */
export const View = ({ ids: { spaceId = '', changeRequestId: id = '' } }: ViewProps) => (
  <Read
    query={ContentsView}
    variables={{ spaceId, id }}
    of={({ space }) => space?.changeRequest && space}
    isNews={(one) => one.spaceId === spaceId}
  >
    {(space) => <Contents space={space} />}
  </Read>
);

function Contents({ space }: { readonly space: Space }) {
  const request = space.changeRequest;
  if (request === null) return null;
  const { id, number, subject, status, content } = request;
  const addressOf = (pageId: string) => at('spaces', space.id, 'change-requests', id, 'pages', pageId);
  const mayArrange = space.permissions.edit && (status === 'DRAFT' || status === 'OPEN');
  return (
    <>
      <Head
        title={words.arrange}
        organizationId={space.organizationId}
        way={[
          ...wayInto(space),
          { title: `#${number} ${subject || words.noSubject}`, href: at('spaces', space.id, 'change-requests', id) },
        ]}
      >
        {mayArrange && <p className="quiet">{words.arrangeLead}</p>}
      </Head>
      {mayArrange ? (
        <Arranging
          templates={space.organization?.templates ?? null}
          spaceId={space.id}
          requestId={id}
          pages={content.allPages}
          addressOf={addressOf}
        />
      ) : (
        <>
          <Failure>{words.mayNotArrange}</Failure>
          <PageTree pages={content.allPages} parentId={null} addressOf={addressOf} />
        </>
      )}
    </>
  );
}
