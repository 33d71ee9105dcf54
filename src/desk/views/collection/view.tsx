import { CollectionView, MoreOfCollection } from '../../__generated__/collection.ts';
import { Read } from '../../client/read.tsx';
import { at } from '../../frame/place.ts';
import type { ViewProps } from '../../frame/view.tsx';
import { Entry, PagedList } from '../../parts/list.tsx';
import { SpaceEntry } from '../../parts/spaces.tsx';
import { CollectionTop } from '../../parts/space-top.tsx';
import { words } from '../../words/words.ts';

/** A collection: its collections and spaces. */
export const View = ({ ids: { collectionId: id = '' } }: ViewProps) => (
  <Read
    query={CollectionView}
    variables={{ id }}
    of={({ collection }) => collection}
    isNews={({ type }) => /^(SPACE|COLLECTION)_/.test(type)}
  >
    {({ description, children, ...collection }) => (
      <>
        <CollectionTop collection={collection}>{description && <p className="lead">{description}</p>}</CollectionTop>
        <PagedList
          title={words.content}
          empty={words.noSpaces}
          of={children}
          query={MoreOfCollection}
          variables={{ id }}
          pick={(data) => data.collection?.children}
          each={(node) =>
            node.__typename === 'Space' ? (
              <SpaceEntry key={node.id} space={node} />
            ) : (
              <Entry key={node.id} href={at('collections', node.id)} title={node.title}>
                {words.collection}
              </Entry>
            )
          }
        />
      </>
    )}
  </Read>
);
