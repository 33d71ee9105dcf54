/** Most notifications in one digest. Further ones are in the next. */
export const maxInDigest = 100;

/** Most digests that one look queues. */
export const maxQueued = 200;

/** How long the link in a digest can be used that ends digests, in seconds: 400 days. */
export const unsubscribeSeconds = 400 * 86_400;
