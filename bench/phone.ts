import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A phone on a slow connection, as Lighthouse measures by default. */
const network = { latencyMs: 150, bytesPerSecond: 1_638_400 / 8, slowdown: 4 };

/** What went over the wire to a page. */
export interface Received {
  bytes: number;
  requests: number;
  /** How many round trips had to follow each other: a request is one more than those that had been answered when it was sent. */
  trips: number;
}

/** What the network alone takes for so many round trips and bytes, in milliseconds, whatever the processor does. */
export const networkMs = ({ bytes, trips }: Pick<Received, 'bytes' | 'trips'>): number =>
  trips * network.latencyMs + (bytes / network.bytesPerSecond) * 1_000;

/** An empty browser of the phone, with a page. */
export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly received: Received;
}

/** Opens an empty browser of the phone. Close its context. */
export async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: network.slowdown });
  const received: Received = { bytes: 0, requests: 0, trips: 0 };
  const trips = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ requestId }) => trips.set(requestId, received.trips + 1));
  devtools.on('Network.requestServedFromCache', ({ requestId }) => trips.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) trips.delete(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    received.bytes += encodedDataLength;
    received.requests += 1;
    received.trips = Math.max(received.trips, trips.get(requestId) ?? 0);
  });
  return { context, page, received };
}
