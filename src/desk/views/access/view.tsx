import {
  CollectionAccess,
  SetDefaultOfCollection,
  SetDefaultOfSpace,
  SiteAccess,
  SpaceAccess,
  type DefaultLevel,
} from '../../__generated__/access.ts';
import { Read } from '../../client/read.tsx';
import type { ViewProps } from '../../frame/view.tsx';
import { CollectionTop, SiteTop, SpaceTop } from '../../parts/space-top.tsx';
import { words } from '../../words/words.ts';
import { Access, collectionsAbove } from './access.tsx';
import { Default } from './default.tsx';

/** Who may do what with a space, a collection or a site, and why. For its admins. */
export function View({ ids }: ViewProps) {
  if (ids['siteId'] !== undefined) return <OfSite id={ids['siteId']} organizationId={ids['organizationId'] ?? ''} />;
  if (ids['collectionId'] !== undefined) return <OfCollection id={ids['collectionId']} />;
  return <OfSpace id={ids['spaceId'] ?? ''} />;
}

const levelOf = (value: string) => (value === '' ? null : (value as DefaultLevel));
const first = { after: null, afterGrant: null };

const OfSpace = ({ id }: { readonly id: string }) => (
  <Read query={SpaceAccess} variables={{ id, ...first }} of={({ space }) => space}>
    {(space) => (
      <>
        <SpaceTop space={space} title={words.access} />
        <Access
          target={{ spaceId: id }}
          organizationId={space.organizationId}
          grants={space.grants}
          access={space.effectiveAccess}
          above={collectionsAbove(space.parent)}
          query={SpaceAccess}
          variables={{ id }}
          grantsOf={(data) => data.space?.grants}
          accessOf={(data) => data.space?.effectiveAccess}
        >
          <Default {...space} onSet={(send, value) => send(SetDefaultOfSpace, { id, level: levelOf(value) })} />
        </Access>
      </>
    )}
  </Read>
);

const OfCollection = ({ id }: { readonly id: string }) => (
  <Read query={CollectionAccess} variables={{ id, ...first }} of={({ collection }) => collection}>
    {(collection) => (
      <>
        <CollectionTop collection={collection} title={words.access} />
        <Access
          target={{ collectionId: id }}
          organizationId={collection.organizationId}
          grants={collection.grants}
          access={collection.effectiveAccess}
          above={collectionsAbove({ ...collection, parent: collection.parent })}
          query={CollectionAccess}
          variables={{ id }}
          grantsOf={(data) => data.collection?.grants}
          accessOf={(data) => data.collection?.effectiveAccess}
        >
          <Default
            {...collection}
            onSet={(send, value) => send(SetDefaultOfCollection, { id, level: levelOf(value) })}
          />
        </Access>
      </>
    )}
  </Read>
);

const OfSite = ({ id, organizationId }: { readonly id: string; readonly organizationId: string }) => (
  <Read query={SiteAccess} variables={{ id, organizationId, ...first }} of={({ site }) => site}>
    {(site) => (
      <>
        <SiteTop site={site} title={words.access} />
        <Access
          target={{ siteId: id, organizationId }}
          organizationId={organizationId}
          grants={site.grants}
          access={site.effectiveAccess}
          above={new Map()}
          query={SiteAccess}
          variables={{ id, organizationId }}
          grantsOf={(data) => data.site?.grants}
          accessOf={(data) => data.site?.effectiveAccess}
        />
      </>
    )}
  </Read>
);
