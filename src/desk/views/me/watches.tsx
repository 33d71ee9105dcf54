import {
  EndWatch,
  MoreWatches,
  SetWatch,
  type WatchesOfListFragment,
  type WatchLevel,
} from '../../__generated__/me.ts';
import { at } from '../../frame/place.ts';
import { Action } from '../../parts/action.tsx';
import { PagedList, Row } from '../../parts/list.tsx';
import { Select } from '../../parts/select.tsx';
import { named } from '../../parts/spaces.tsx';
import { fill, wordOf, words } from '../../words/words.ts';

type Watch = WatchesOfListFragment['edges'][number]['node'];
const levels = ['EVERYTHING', 'CONTENT', 'NOTHING'] as const satisfies readonly WatchLevel[];

/** What the person is told of, besides what they take part in. */
export const Watches = ({ watches }: { readonly watches: WatchesOfListFragment }) => (
  <PagedList
    title={words.watching}
    empty={words.noWatches}
    of={watches}
    query={MoreWatches}
    variables={{}}
    pick={(data) => data.viewer.watching}
    each={(watch) => {
      const { title, href } = targetOf(watch.node);
      return (
        <Row key={watch.id} title={href ? <a href={href}>{title}</a> : title}>
          <Select
            label={fill(words.watchLevelOf, { title })}
            value={watch.level}
            options={levels.map((level) => [level, wordOf('watch', level)])}
            onSelect={(send, level) => send(SetWatch, { nodeId: watch.nodeId, level: level as WatchLevel })}
          />
          <Action
            className="plain"
            label={fill(words.unwatchName, { title })}
            onAct={(send) => send(EndWatch, { nodeId: watch.nodeId })}
          >
            {words.unwatch}
          </Action>
        </Row>
      );
    }}
  />
);

/** The title and the address of what is watched. */
function targetOf(node: Watch['node']): { readonly title: string; readonly href?: string } {
  if (node?.__typename === 'Collection') return { title: node.title, href: at('collections', node.id) };
  if (node?.__typename === 'Space') return { title: named(node), href: at('spaces', node.id) };
  if (node?.__typename === 'Page') return { title: node.title, href: node.appUrl };
  if (node?.__typename === 'ChangeRequest')
    return {
      title: `#${node.number} ${node.subject || words.noSubject}`,
      href: at('spaces', node.spaceId, 'change-requests', node.id),
    };
  if (node?.__typename === 'OpenApiSpec') return { title: node.slug, href: node.appUrl };
  return { title: words.notThereAnyMore };
}
