import type { FastifyRequest } from 'fastify';

/** Whether the caller accepts HTML, as browsers do. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;
