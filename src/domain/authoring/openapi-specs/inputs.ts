import { inputForm, omittable } from '../../../lib/form-types.ts';
import { OpenAPISpecVisibility, SpecSlug, SpecText, SpecUrl } from './fields.ts';

const OpenAPISpecSourceInput = inputForm(
  'OpenAPISpecSource',
  'The source of a specification: exactly one of `url` and `text`.',
  {
    url: SpecUrl.apply(omittable).describe('URL of the specification, in JSON or YAML.'),
    text: SpecText.apply(omittable).describe('Text of the specification, in JSON or YAML.'),
  },
);

export const CreateOpenAPISpecInput = inputForm('CreateOpenAPISpec', 'A new specification.', {
  slug: SpecSlug.describe('Slug of the specification, unique in the organization.'),
  source: OpenAPISpecSourceInput.describe('The source of the specification.'),
});

export const SetOpenAPISpecInput = inputForm('SetOpenAPISpec', 'The source of a specification.', {
  source: OpenAPISpecSourceInput.describe('The source of the specification.'),
});

export const UpdateOpenAPISpecInput = inputForm('UpdateOpenAPISpec', 'Fields to update.', {
  visibility: OpenAPISpecVisibility.apply(omittable).describe('Who may read the specification.'),
});
