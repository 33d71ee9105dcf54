import { existsSync } from 'node:fs';

/** Where the certificates of authorities are, on the systems that have git. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Whether this machine has the certificates of authorities, without which git trusts no server. */
export const hasAuthorities = (): boolean => bundles.some((path) => existsSync(path));
