import { findChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { locationKinds, type ContentLocation as LocationModel } from '../../domain/content/locations.ts';
import type { Revision as RevisionModel } from '../../domain/content/revisions.ts';
import { appUrl, locationUrl, placePath } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { contractEnum } from '../enums.ts';
import { File } from './file.ts';
import { Page } from './page.ts';
import { Revision } from './revision.ts';

const LocationKindEnum = contractEnum('ContentLocationKind', 'What a location is.', locationKinds);

/** Something in short: its kind in URLs, its id, and the ids of what it is in. */
interface Brief {
  readonly path: readonly string[];
  readonly id: string;
  readonly title?: string;
}

const LocatedThing = builder.objectRef<Brief>('LocatedThing').implement({
  description: 'What something is in, in short; its id leads on.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    title: t.string({ nullable: true, description: 'Its title, of spaces.', resolve: ({ title }) => title ?? null }),
    location: t.string({
      description: 'Its URL in the REST API.',
      resolve: ({ path }, _args, ctx) => locationUrl(ctx.urls, ...path),
    }),
    app: t.string({
      description: 'Its URL in the application.',
      resolve: ({ path }, _args, ctx) => appUrl(ctx.urls, ...path),
    }),
  }),
});

const LocatedChangeRequest = builder
  .objectRef<Pick<RevisionModel, 'line' | 'spaceId'>>('LocatedChangeRequest')
  .implement({
    description: 'A change request that something is in.',
    fields: (t) => ({
      id: t.exposeID('line', { description: 'Its id.' }),
      location: t.string({
        description: 'Its URL in the REST API.',
        resolve: (revision, _args, ctx) => locationUrl(ctx.urls, ...requestPath(revision)),
      }),
      app: t.string({
        description: 'Its URL in the application.',
        resolve: (revision, _args, ctx) => appUrl(ctx.urls, ...requestPath(revision)),
      }),
      details: t.field({
        type: ChangeRequest,
        nullable: true,
        description: 'The change request itself; null for whoever may read content alone.',
        resolve: ({ line }, _args, ctx) => findChangeRequest(ctx, line),
      }),
    }),
  });

const requestPath = ({ line, spaceId }: Pick<RevisionModel, 'line' | 'spaceId'>) =>
  placePath({ spaceId, changeRequestId: line });

const spaceOf = (location: LocationModel) => ('space' in location ? location.space : null);
const revisionOf = (location: LocationModel): RevisionModel | null =>
  'revision' in location ? location.revision : null;

export const ContentLocation = builder.objectRef<LocationModel>('ContentLocation').implement({
  description: 'Where a link stands or leads.',
  fields: (t) => ({
    kind: t.field({ type: LocationKindEnum, description: 'What it is.', resolve: ({ kind }) => kind }),
    organization: t.field({
      type: LocatedThing,
      nullable: true,
      description: 'The organization it is in.',
      resolve: (location) => {
        const id = spaceOf(location)?.organizationId;
        return id === undefined ? null : { id, path: ['orgs', id] };
      },
    }),
    space: t.field({
      type: LocatedThing,
      nullable: true,
      description: 'The space it is in, or is.',
      resolve: (location) => {
        const space = spaceOf(location);
        return space && { id: space.id, title: space.title, path: ['spaces', space.id] };
      },
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision it is in.',
      resolve: revisionOf,
    }),
    changeRequest: t.field({
      type: LocatedChangeRequest,
      nullable: true,
      description: 'The change request it is in.',
      resolve: (location) => {
        const revision = revisionOf(location);
        return revision === null || revision.line === revision.spaceId ? null : revision;
      },
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page.',
      resolve: (location) => ('page' in location ? location.page : null),
    }),
    anchor: t.string({
      nullable: true,
      description: 'The place on the page.',
      resolve: (location) => ('anchor' in location ? location.anchor : null),
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file.',
      resolve: (location) => ('file' in location ? location.file : null),
    }),
    url: t.string({
      nullable: true,
      description: 'The address.',
      resolve: (location) => ('url' in location ? location.url : null),
    }),
  }),
});
