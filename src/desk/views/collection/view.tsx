import { CollectionView } from '../../__generated__/collection.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, List } from '../../parts/list.tsx';
import { SpaceEntry, wayTo } from '../../parts/spaces.tsx';
import { Head } from '../../parts/title.tsx';
import { words } from '../../words/words.ts';

/** A collection: its collections and spaces. */
export const View = ({ ids: { collectionId: id = '' } }: ViewProps) => (
  <Read
    query={CollectionView}
    variables={{ id }}
    of={({ collection }) => collection}
    isNews={({ type }) => /^(SPACE|COLLECTION)_/.test(type)}
  >
    {({ title, description, organizationId, children, ...place }) => (
      <>
        <Head title={title} kind={words.collection} organizationId={organizationId} way={wayTo(place)} />
        {description && <p className="lead">{description}</p>}
        <List title={words.content} empty={words.noSpaces} hasMore={children.pageInfo.hasNextPage}>
          {children.edges.map(({ node }) =>
            node.__typename === 'Space' ? (
              <SpaceEntry key={node.id} space={node} />
            ) : (
              <Entry key={node.id} href={at('collections', node.id)} title={node.title}>
                {words.collection}
              </Entry>
            ),
          )}
        </List>
      </>
    )}
  </Read>
);
