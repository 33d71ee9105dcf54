/** Arguments of zod's `refine` for texts that must contain more than whitespace. */
export const notBlank = [(text: string) => text.trim() !== '', 'must not be blank'] as const;
