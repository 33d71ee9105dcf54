/** Length from which a text is encoded once, in advance. */
const longText = 8_192;

/** Prepares a response body. Node encodes a long string twice: once to measure it and once to send it. */
export const payloadOf = (text: string): string | Buffer => (text.length < longText ? text : Buffer.from(text));
