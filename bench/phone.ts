import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A phone on a slow connection, as Lighthouse measures by default. */
const network = { latencyMs: 150, bytesPerSecond: 1_638_400 / 8, slowdown: 4 };

/** What went over the wire to a page. */
export interface Received {
  bytes: number;
  requests: number;
}

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
  const received: Received = { bytes: 0, requests: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.bytes += encodedDataLength;
    received.requests += 1;
  });
  return { context, page, received };
}
