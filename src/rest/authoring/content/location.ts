import type { ContentLocation } from '../../__generated__/resources.ts';
import { ref, objectSchema, type Schema } from '../../schema.ts';

/** The source or the target of a link. The members depend on its kind. */
export const location = {
  present: (node: ContentLocation) => {
    const { organization, space, page, anchor, file, openAPISpec } = node;
    if (openAPISpec) return { kind: 'openapi', organization, openAPISpec };
    if (!space) return { kind: 'url', url: node.url ?? '' };
    if (file) return { kind: 'file', organization, space, versionContext: contextOf(node), file };
    if (!page) return { kind: 'space', organization, space };
    return {
      kind: 'page',
      organization,
      space,
      versionContext: contextOf(node),
      page,
      internalLocation: anchor ? { type: 'anchor', anchor } : undefined,
    };
  },
  schema: () => {
    const place = { organization: ref('LocatedOrganization'), space: ref('LocatedSpace') };
    const versioned = { ...place, versionContext };
    const anchor = objectSchema({ type: is('anchor'), anchor: { type: 'string' } });
    return {
      oneOf: [
        objectSchema({ kind: is('page'), ...versioned, page: ref('LocatedPage') }, { internalLocation: anchor }),
        objectSchema({ kind: is('file'), ...versioned, file: ref('File') }),
        objectSchema({ kind: is('space'), ...place }),
        objectSchema({ kind: is('url'), url: { type: 'string' } }),
        objectSchema({
          kind: is('openapi'),
          organization: ref('LocatedOrganization'),
          openAPISpec: ref('OpenAPISpec'),
        }),
      ],
    };
  },
};

const is = (value: string): Schema => ({ type: 'string', const: value });

const versionContext: Schema = {
  oneOf: [
    objectSchema({ type: is('revision'), revision: ref('LocatedRevision') }),
    objectSchema({ type: is('changeRequest'), changeRequest: ref('LocatedChangeRequest') }),
  ],
};

function contextOf({ changeRequest, revision }: ContentLocation) {
  return changeRequest ? { type: 'changeRequest', changeRequest } : { type: 'revision', revision };
}
