import type { Page } from 'playwright-core';

/** Adds a virtual authenticator to a page, that of the machine or a security key, which confirms at once. */
export async function anAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal') {
  // The browser would use the passkey without being asked, where it offers those of the device in the field.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
