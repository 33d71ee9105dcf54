import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import type { Platform } from '../../src/app/process/platform.ts';
import type { Config } from '../../src/config.ts';
import type { Services } from '../../src/domain/core/context.ts';
import { startServer, type Caller } from '../harness.ts';

interface Own {
  readonly app: FastifyInstance;
  readonly ada: Caller;
  /** Fields of the lines at level info. */
  readonly lines: Record<string, unknown>[];
  readonly get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
}

/** Creates a server of its own for a test, with these settings on the shared database. */
export async function aServer(
  settings: Partial<Config> = {},
  services: Partial<Services> = {},
  parts: Partial<Platform> = {},
): Promise<Own> {
  const harness = await startServer();
  const { platform } = harness;
  const lines: Record<string, unknown>[] = [];
  const log = {
    ...platform.services.log,
    info: (fields: object) => void lines.push(fields as Record<string, unknown>),
  };
  const app = await createServer({
    ...platform,
    ...parts,
    config: { ...platform.config, ...settings },
    services: { ...platform.services, log, ...services },
  });
  onTestFinished(() => app.close());
  const ada = await harness.aUser();
  const get: Own['get'] = (url, headers = {}) =>
    app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${ada.secret}`, ...headers } });
  return { app, ada, lines, get };
}
