import * as z from 'zod';
import { inputForm, jsonForm } from '../../../lib/form-types.ts';
import { freeForms } from '../../../lib/free-forms.ts';

export const UpdateSiteAdaptiveSchemaInput = inputForm('UpdateSiteAdaptiveSchema', 'A new adaptive schema.', {
  jsonSchema: jsonForm(z.unknown().refine(isGiven, 'is required')).describe(
    `A JSON Schema (a subset of draft-07) of an object with \`additionalProperties: false\`. At most 64 KB and 5 levels of nested claims. ${freeForms.jsonSchema}`,
  ),
});

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
