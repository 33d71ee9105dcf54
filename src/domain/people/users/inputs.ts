import * as z from 'zod';
import { inputForm, omittable } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { LanguageCode } from '../../../lib/languages.ts';
import { DisplayName, Email, maxPhotoUrlLength } from './fields.ts';

export const UpdateUserInput = inputForm('UpdateUser', 'Fields to update; omitted fields stay unchanged.', {
  displayName: DisplayName.optional().describe('Name that others see.'),
  photoURL: httpUrl(maxPhotoUrlLength).nullish().describe('URL of the picture; null removes it.'),
});

export const CreateUserInput = inputForm('CreateUser', 'Fields of a new user.', {
  displayName: DisplayName.describe('Name that others see.'),
  email: Email.apply(omittable).describe('Email address, unique among the users whom no organization manages.'),
  emailVerified: z
    .boolean()
    .apply(omittable)
    .describe(
      'Whether the email address is verified. Users with a verified address may join organizations of its domain. False when omitted.',
    ),
});

export const SetLanguageInput = inputForm('SetLanguage', 'The language of a person.', {
  language: LanguageCode.nullable().describe('Code of the language; null for what the browser prefers.'),
});
