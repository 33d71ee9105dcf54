import type { StoredFile } from '../../../domain/authoring/openapi-specs/queries/specs.ts';
import {
  filesUrl,
  getVersion,
  getVersionById,
  listVersions,
  storedFileOf,
  versionLocation,
  versionUrl,
  type OpenApiVersion as VersionModel,
} from '../../../domain/authoring/openapi-specs/versions.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { ownId } from '../../plain-fields.ts';
import { OpenApiSpec } from './openapi-spec.ts';

const Stored = builder.objectRef<StoredFile>('StoredFile').implement({
  description: 'A file in the file storage.',
  fields: (t) => ({
    digest: t.exposeString('hash', { description: 'SHA-256 of the content, in hexadecimal.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size of the stored file.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
  }),
});

interface Content {
  readonly version: VersionModel;
}

const SpecContent = builder.objectRef<Content>('OpenApiSpecContent').implement({
  description: 'The files of a version.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description:
        'URL that the specification was read from. For an uploaded one, a URL of this service that serves it.',
      resolve: ({ version }, _args, ctx) => versionUrl(ctx, version),
    }),
    downloadUrl: t.field({
      type: 'URL',
      description: 'URL that downloads all files as one JSON document without a token, valid for one hour.',
      resolve: ({ version }, _args, ctx) => filesUrl(ctx, version.id),
    }),
    files: t.field({
      type: Stored,
      description:
        'The files as JSON: an array whose first item is the parsed specification, converted to OpenAPI 3. Download it from `downloadUrl`.',
      resolve: ({ version }, _args, ctx) => storedFileOf(ctx, version, 'filesHash'),
    }),
    raw: t.field({
      type: Stored,
      description: 'The unchanged file of the specification.',
      resolve: ({ version }, _args, ctx) => storedFileOf(ctx, version, 'rawHash'),
    }),
  }),
});

const OpenApiSpecVersion = builder.objectRef<VersionModel>('OpenApiSpecVersion');

builder.node(OpenApiSpecVersion, {
  description: 'A version of an OpenAPI specification. One is created whenever the content of the source has changed.',
  id: { description: 'Id of the version.', resolve: ownId },
  loadOne: (id, ctx) => getVersionById(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the API (`info.title` of the specification).' }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of the API (`info.version` of the specification).',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the version was created.' }),
    url: t.field({
      type: 'URL',
      description:
        'URL that the specification was read from. For an uploaded one, a URL of this service that serves it.',
      resolve: (version, _args, ctx) => versionUrl(ctx, version),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the version in the REST API.',
      resolve: (version, _args, ctx) => versionLocation(ctx, version),
    }),
    content: t.field({
      type: SpecContent,
      description: 'The files of the version.',
      resolve: (version) => ({ version }),
    }),
  }),
});

const VersionConnection = connectionOf(
  OpenApiSpecVersion,
  'OpenApiSpecVersion',
  'a version',
  'versions of a specification',
);

builder.objectFields(OpenApiSpec, (t) => ({
  versions: t.field({
    type: VersionConnection,
    description: 'The versions of the specification, newest first.',
    args: { ...pageArgs },
    resolve: async (spec, page, ctx) => toConnection(await listVersions(ctx, spec, pageRequest(page))),
  }),
  specVersion: t.field({
    type: OpenApiSpecVersion,
    nullable: true,
    description: 'A version by id, or the latest one. Null with an error when it does not exist.',
    args: { id: t.arg.id({ description: 'Id of the version; the latest when omitted.' }) },
    resolve: (spec, { id }, ctx) => getVersion(ctx, spec, id ?? null),
  }),
}));
