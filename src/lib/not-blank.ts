/** The arguments of zod's `refine` for texts that must have more than white space. */
export const notBlank = [(text: string) => text.trim() !== '', 'must not be blank'] as const;
