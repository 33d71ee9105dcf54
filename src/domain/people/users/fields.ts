import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

export const maxDisplayNameLength = 64;

export const DisplayName = z
  .string()
  .min(1, { abort: true })
  .max(maxDisplayNameLength)
  .refine(...notBlank);

/** Maximum length of `photoURL`, in characters. */
export const maxPhotoUrlLength = 2_048;

/** RFC 5321 limits an address to 254 characters. */
export const Email = z.email().max(254);

/** Normalizes an email address for storage. */
export const normalizeEmail = (email: string): string => email.toLowerCase();

/** Returns the domain of an email address. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns the local part of an email address, which serves as a name until the user chooses one. */
export const nameFromEmail = (email: string): string =>
  email.slice(0, email.indexOf('@')).slice(0, maxDisplayNameLength);
