import { findChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { locationKinds, type ContentLocation as LocationModel } from '../../../domain/authoring/content/locations.ts';
import type { Revision as RevisionModel } from '../../../domain/authoring/content/revisions.ts';
import type { Space } from '../../../domain/authoring/spaces/spaces.ts';
import type { OrganizationRow } from '../../../loaders/organizations.ts';
import { appUrl, locationUrl, placePath } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { contractEnum } from '../../enums.ts';
import { File } from './file.ts';
import { Page } from './page.ts';
import { Revision } from './revision.ts';

const LocationKindEnum = contractEnum('ContentLocationKind', 'The kind of a content location.', locationKinds);

const LocatedOrganization = builder.objectRef<OrganizationRow>('LocatedOrganization').implement({
  description: 'The organization of a content location.',
  fields: (t) => ({
    organizationId: t.exposeID('id', { description: 'Id of the organization, as `organization` takes it.' }),
    title: t.exposeString('title', { description: 'Title of the organization.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'orgs', id),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL in the application.',
      resolve: ({ id }, _args, ctx) => appUrl(ctx.urls, 'orgs', id),
    }),
  }),
});

const LocatedSpace = builder.objectRef<Space>('LocatedSpace').implement({
  description: 'The space of a content location.',
  fields: (t) => ({
    spaceId: t.exposeID('id', { description: 'Id of the space, as `space` takes it.' }),
    title: t.exposeString('title', { description: 'Title of the space.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL in the REST API.',
      resolve: ({ id }, _args, ctx) => locationUrl(ctx.urls, 'spaces', id),
    }),
    appUrl: t.field({
      type: 'URL',
      description: 'URL in the application.',
      resolve: ({ id }, _args, ctx) => appUrl(ctx.urls, 'spaces', id),
    }),
  }),
});

const LocatedChangeRequest = builder
  .objectRef<Pick<RevisionModel, 'line' | 'spaceId'>>('LocatedChangeRequest')
  .implement({
    description: 'The change request of a content location.',
    fields: (t) => ({
      changeRequestId: t.exposeID('line', { description: 'Id of the change request, as `changeRequest` takes it.' }),
      apiUrl: t.field({
        type: 'URL',
        description: 'URL in the REST API.',
        resolve: (revision, _args, ctx) => locationUrl(ctx.urls, ...requestPath(revision)),
      }),
      appUrl: t.field({
        type: 'URL',
        description: 'URL in the application.',
        resolve: (revision, _args, ctx) => appUrl(ctx.urls, ...requestPath(revision)),
      }),
      details: t.field({
        type: ChangeRequest,
        nullable: true,
        description: 'The change request with all fields; null for callers who may read only its content.',
        resolve: ({ line }, _args, ctx) => findChangeRequest(ctx, line),
      }),
    }),
  });

const requestPath = ({ line, spaceId }: Pick<RevisionModel, 'line' | 'spaceId'>) =>
  placePath({ spaceId, changeRequestId: line });

const findSpace = (location: LocationModel) => ('space' in location ? location.space : null);
const findRevision = (location: LocationModel): RevisionModel | null =>
  'revision' in location ? location.revision : null;

export const ContentLocation = builder.objectRef<LocationModel>('ContentLocation').implement({
  description: 'The source or the target of a link.',
  fields: (t) => ({
    kind: t.field({ type: LocationKindEnum, description: 'The kind of location.', resolve: ({ kind }) => kind }),
    organization: t.field({
      type: LocatedOrganization,
      nullable: true,
      description: 'The organization; null for a URL.',
      resolve: (location, _args, ctx) => {
        const id = 'spec' in location ? location.spec.organizationId : findSpace(location)?.organizationId;
        return id === undefined ? null : ctx.loaders.organization.load(id);
      },
    }),
    space: t.field({
      type: LocatedSpace,
      nullable: true,
      description: 'The space; null for a URL and for a specification.',
      resolve: findSpace,
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision of the page or file; null for other kinds.',
      resolve: findRevision,
    }),
    changeRequest: t.field({
      type: LocatedChangeRequest,
      nullable: true,
      description: 'The change request of the revision; null for main content.',
      resolve: (location) => {
        const revision = findRevision(location);
        return revision === null || revision.line === revision.spaceId ? null : revision;
      },
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page; null for other kinds.',
      resolve: (location) => ('page' in location ? location.page : null),
    }),
    anchor: t.string({
      nullable: true,
      description: 'The anchor on the page.',
      resolve: (location) => ('anchor' in location ? location.anchor : null),
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file; null for other kinds.',
      resolve: (location) => ('file' in location ? location.file : null),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL; null for other kinds.',
      resolve: (location) => ('url' in location ? location.url : null),
    }),
  }),
});
