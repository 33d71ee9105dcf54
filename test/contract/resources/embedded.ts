import { content } from './content.ts';
import { organizations } from './organizations.ts';
import { spaces } from './spaces.ts';
import type { Fields, Shape, Table } from './shape.ts';

/** Returns the resource with only these fields required. The others keep their shape. */
function embeddedFrom(resource: Shape | undefined, required: readonly string[]): Fields {
  const fields = Object.entries(resource as Fields).map(([key, shape]): [string, Shape] => {
    const name = key.replace(/\?$/, '');
    return [required.includes(name) ? name : `${name}?`, shape];
  });
  return Object.fromEntries(fields);
}

/** Resources that lists of links embed, with fewer fields to bound the size of the lists (decision 2.17). */
export const embedded: Table = {
  EmbeddedOrganization: embeddedFrom(organizations['Organization'], ['object', 'id', 'urls']),
  EmbeddedSpace: embeddedFrom(spaces['Space'], ['object', 'id', 'title', 'urls']),
  EmbeddedDocumentPage: embeddedFrom(content['DocumentPage'], ['id', 'title', 'type', 'kind', 'urls']),
  EmbeddedGroupPage: embeddedFrom(content['GroupPage'], ['id', 'title', 'type', 'kind']),
  EmbeddedLinkPage: embeddedFrom(content['LinkPage'], ['id', 'title', 'type', 'kind']),
  EmbeddedRevision: embeddedFrom(content['Revision'], ['object', 'id', 'parents', 'pages', 'files', 'type', 'urls']),
  EmbeddedChangeRequest: embeddedFrom(spaces['ChangeRequest'], ['object', 'id', 'urls']),
};
