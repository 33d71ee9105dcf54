import * as z from 'zod';

/** Public limit of a user's `displayName`. */
export const DisplayName = z.string().min(1).max(64);

/** Length of `photoURL`. */
export const maxPhotoUrlLength = 2_048;

/** RFC 5321 limits an address to 254 characters. */
export const Email = z.email().max(254);

/** The one spelling of an address that is stored. */
export const normalEmail = (email: string): string => email.toLowerCase();
