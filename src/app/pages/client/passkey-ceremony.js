/* What a browser does to make and use passkeys, as the API takes them. */
(() => {
  const encoded = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const decoded = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

  /* What people read where a browser says "NotAllowedError". */
  function inWords(error) {
    if (error.name === 'NotAllowedError')
      return new Error(
        'No passkey was used. Either nobody confirmed it in time, or this device has none for this page.',
      );
    if (error.name === 'InvalidStateError') return new Error('This device has a passkey of yours already.');
    return error;
  }

  async function make({ challenge, rpId, userHandle, userName, displayName, algorithms, excluded, timeoutMs }) {
    const credential = await navigator.credentials
      .create({
        publicKey: {
          challenge: decoded(challenge),
          rp: { id: rpId, name: 'Octavo' },
          user: { id: decoded(userHandle), name: userName, displayName },
          pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
          excludeCredentials: excluded.map((id) => ({ type: 'public-key', id: decoded(id) })),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
          attestation: 'none',
          timeout: timeoutMs,
        },
      })
      .catch((error) => {
        throw inWords(error);
      });
    const { response } = credential;
    const publicKey = response.getPublicKey?.();
    if (!publicKey) throw new Error('This browser does not tell the key of a passkey. Use a newer one.');
    return {
      id: credential.id,
      clientDataJSON: encoded(response.clientDataJSON),
      authenticatorData: encoded(response.getAuthenticatorData()),
      publicKey: encoded(publicKey),
      algorithm: response.getPublicKeyAlgorithm(),
    };
  }

  async function use({ challenge, rpId, timeoutMs }, options = {}) {
    const { id, response } = await navigator.credentials
      .get({
        ...options,
        publicKey: { challenge: decoded(challenge), rpId, userVerification: 'required', timeout: timeoutMs },
      })
      .catch((error) => {
        throw inWords(error);
      });
    return {
      id,
      clientDataJSON: encoded(response.clientDataJSON),
      authenticatorData: encoded(response.authenticatorData),
      signature: encoded(response.signature),
    };
  }

  globalThis.octavoPasskeys = { make, use, encoded };
})();
