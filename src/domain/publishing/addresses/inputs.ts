import * as z from 'zod';
import { inputForm, jsonForm } from '../../../lib/form-types.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { maxVisitorTokenLength } from '../../people/visitors/fields.ts';
import { maxUrlLength } from './address.ts';

const VisitorInput = inputForm('Visitor', 'A visitor of a published site.', {
  jwtToken: z
    .string()
    .max(maxVisitorTokenLength)
    .nullish()
    .describe('A JWT that is signed with the visitor authentication key of the site, or the token of a preview.'),
  unsignedClaims: jsonForm(z.unknown())
    .nullish()
    .describe(`Claims that no signature proves, as an object. ${freeForms.claims}`),
});

export const PublishedUrlInput = inputForm('PublishedUrl', 'A published URL and its visitor.', {
  url: z.string().max(maxUrlLength),
  visitor: VisitorInput.nullish().describe('The visitor; an anonymous one when omitted.'),
  redirectOnError: z
    .boolean()
    .nullish()
    .describe('Whether an invalid visitor token is answered with a redirect to the sign-in URL instead of an error.'),
});
