import { useClient } from 'urql';
import { Preview } from '../../__generated__/change-request.ts';
import { fill, words } from '../../words/words.ts';
import { isAlive, type Facts } from './facts.ts';

/** Opens the change request on the sites that show its space, as their readers would see it. */
export function Previews({ space, request }: Facts) {
  const client = useClient();
  if (!isAlive(request)) return null;
  const sites = space.shown?.sites.edges.flatMap(({ node: { id, title, siteSpaces } }) => {
    const shown = siteSpaces.edges.find(({ node }) => node.space.id === space.id)?.node;
    return shown ? [{ id, title, siteSpaceId: shown.id }] : [];
  });
  if (!sites?.length) return null;
  const open = async (siteId: string, siteSpaceId: string) => {
    const { data } = await client.query(Preview, { siteId, siteSpaceId, id: request.id }).toPromise();
    const url = data?.site?.preview?.url;
    if (url) location.assign(url);
  };
  return (
    <p className="actions">
      {sites.map(({ id, title, siteSpaceId }) => (
        <button key={id} type="button" onClick={() => void open(id, siteSpaceId)}>
          {fill(words.previewOn, { site: title })}
        </button>
      ))}
    </p>
  );
}
