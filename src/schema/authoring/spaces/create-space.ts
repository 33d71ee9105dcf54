import { withInput } from '../../../lib/watched-inputs.ts';
import { createSpace } from '../../../domain/authoring/spaces/create.ts';
import { CreateSpaceInput } from '../../../domain/authoring/spaces/inputs.ts';
import { createSpaceFromTemplate } from '../../../domain/authoring/templates/apply.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { Space } from './space.ts';

mutation('createSpace', {
  description:
    'Creates a space with an empty first revision, or with a copy of what a template offers, whose admin is the caller. Needs the role `create` on the parent collection or, at the top level, on the organization.',
  args: builder.args((t) => ({ organizationId: t.id({ required: true }) })),
  input: { form: CreateSpaceInput, description: 'Fields of the new space.' },
  payload: shows('space', Space, 'The new space.'),
  resolve: (ctx, { organizationId, input: { template, ...input } }) => {
    const space = withInput(input, { organizationId, parentId: input.parent });
    return template ? createSpaceFromTemplate(ctx, { ...space, template: template.id }) : createSpace(ctx, space);
  },
});
