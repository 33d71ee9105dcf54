import * as z from 'zod';
import { inputForm, jsonValue, namedInGraph, omittable, urlForm } from '../../../lib/form-types.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { maxVisitorTokenLength } from '../../people/visitors/fields.ts';
import { maxUrlLength } from './address.ts';

const VisitorInput = inputForm('Visitor', 'A visitor of a published site.', {
  jwtToken: namedInGraph('token', z.string().max(maxVisitorTokenLength))
    .apply(omittable)
    .describe('A JWT that is signed with the visitor authentication key of the site, or the token of a preview.'),
  unsignedClaims: jsonValue('Claims')
    .apply(omittable)
    .describe(`Claims that no signature proves, as an object. ${freeForms.claims}`),
});

export const PublishedUrlInput = inputForm('PublishedUrl', 'A published URL and its visitor.', {
  url: urlForm(z.string().max(maxUrlLength)).describe('URL of a published site or page.'),
  visitor: VisitorInput.apply(omittable).describe('The visitor; an anonymous one when omitted.'),
  redirectOnError: z
    .boolean()
    .apply(omittable)
    .describe('Whether an invalid visitor token is answered with a redirect to the sign-in URL instead of an error.'),
});
