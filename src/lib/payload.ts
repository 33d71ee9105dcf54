/** From this length on a text is encoded at once. */
const longText = 8_192;

/** A body as it is sent. Node would go over a long text twice: to measure it and to encode it. */
export const payloadOf = (text: string): string | Buffer => (text.length < longText ? text : Buffer.from(text));
