import { Id, inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';
import { PageTitle } from '../../../text/content/edit-fields.ts';
import { positionFields } from '../content/inputs.ts';
import { TemplateDescription, TemplateTitle } from './fields.ts';

export const CreateTemplateInput = inputForm('CreateTemplate', 'What is offered as a template.', {
  space: namedInGraph('spaceId', Id).describe('Id of the space, which is offered itself or contains the page.'),
  page: namedInGraph('pageId', Id)
    .apply(omittable)
    .describe('Id of a page of the space, which is offered with all pages below it; the whole space when omitted.'),
  title: TemplateTitle.apply(omittable).describe('Name of the template; that of the page or space when omitted.'),
  description: TemplateDescription.apply(omittable).describe('What it is good for.'),
});

export const ApplyTemplateInput = inputForm('ApplyTemplate', 'The template, and where what it offers goes.', {
  id: namedInGraph('templateId', Id).describe('Id of a template of the same organization.'),
  changeRequest: namedInGraph('changeRequestId', Id)
    .apply(omittable)
    .describe('Change request of the space, by id or number, in which the pages are made.'),
  ...positionFields,
  title: PageTitle.apply(omittable).describe('Title of the page of a template that offers a page.'),
});
