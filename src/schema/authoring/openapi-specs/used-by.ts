import { getVisibleSpec } from '../../../domain/exchange/openapi-sources/shown-spec.ts';
import { listDependents } from '../../../domain/exchange/openapi-sources/list-dependents.ts';
import { builder } from '../../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { ContentLocationConnection } from '../content/content-links.ts';
import { ContentLocation } from '../content/location.ts';
import { OpenApiSpec } from './openapi-spec.ts';

builder.objectField(OpenApiSpec, 'usedBy', (t) =>
  t.field({
    type: ContentLocationConnection,
    description:
      'The pages that are computed from the specification or show parts of it, in spaces that the caller may read, sorted by title.',
    args: { ...pageArgs },
    resolve: async (spec, page, ctx) => toConnection(await listDependents(ctx, spec, pageRequest(page))),
  }),
);

builder.queryField('openApiSpec', (t) =>
  t.field({
    type: OpenApiSpec,
    nullable: true,
    description:
      'An OpenAPI specification by slug. Null with an error when it does not exist or is hidden from the caller.',
    args: {
      organizationId: t.arg.id({ required: true }),
      slug: t.arg.string({ required: true, description: 'Slug of the specification.' }),
    },
    resolve: (_root, key, ctx) => getVisibleSpec(ctx, key),
  }),
);

builder.objectField(ContentLocation, 'openApiSpec', (t) =>
  t.field({
    type: OpenApiSpec,
    nullable: true,
    description: 'The OpenAPI specification; null for other kinds of locations.',
    resolve: (location) => ('spec' in location ? location.spec : null),
  }),
);
