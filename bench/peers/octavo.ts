import { configModule, platformModule, serverModule } from './lib/ours.ts';
import { baseUrl } from './lib/settings.ts';

const { readConfig } = await configModule();
const { openPlatform } = await platformModule();
const { createServer } = await serverModule();

const config = readConfig();
const log = { info: () => undefined, warn: console.warn, error: console.error };
const platform = await openPlatform(config, { log, urls: { base: baseUrl, app: baseUrl } });
const app = await createServer(platform);
await app.listen({ port: config.PORT, host: config.HOST });
process.once('SIGTERM', () => void app.close().then(() => platform.close()));
