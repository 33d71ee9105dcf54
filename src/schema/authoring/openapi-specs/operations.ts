import {
  getOperation,
  listOperations,
  type SpecOperation,
} from '../../../domain/authoring/openapi-specs/operations.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { OpenApiSpec } from './openapi-spec.ts';

const Operation = builder.objectRef<SpecOperation>('OpenApiOperation').implement({
  description: 'An operation or a webhook of the latest version of a specification.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Summary of the operation, or else its name.' }),
    method: t.exposeString('method', { description: 'Method of HTTP, such as `GET`.' }),
    path: t.exposeString('path', { description: 'Path of the operation, or name of the webhook.' }),
    markdown: t.exposeString('markdown', {
      description:
        'What the operation takes and answers: its description, parameters, body and responses, as Markdown.',
    }),
  }),
});

const OperationConnection = connectionOf(
  Operation,
  'OpenApiOperation',
  'an operation',
  'operations of a specification',
);

builder.objectFields(OpenApiSpec, (t) => ({
  operations: t.field({
    type: OperationConnection,
    description: 'The operations and webhooks of the latest version, by title.',
    args: { ...pageArgs },
    resolve: async (spec, page, ctx) => toConnection(await listOperations(ctx, spec, pageRequest(page))),
  }),
  operation: t.field({
    type: Operation,
    nullable: true,
    description: 'An operation or webhook of the latest version. Null with an error when it does not exist.',
    args: {
      method: t.arg.string({ required: true, description: 'Method of HTTP, such as `GET`.' }),
      path: t.arg.string({ required: true, description: 'Path of the operation, or name of the webhook.' }),
    },
    resolve: (spec, name, ctx) => getOperation(ctx, spec, name),
  }),
}));
