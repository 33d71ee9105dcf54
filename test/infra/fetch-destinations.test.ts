import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseAddress } from '../../src/infra/fetch/address.ts';
import { createDestinationPolicy } from '../../src/infra/fetch/destination-policy.ts';

const isPublic = (text: string) => {
  const address = parseAddress(text);
  return address !== null && isPublicAddress(address);
};

/** First and last address of each range that is not public, and their public neighbours. */
const ranges = [
  { refused: ['0.0.0.0', '0.255.255.255'], open: ['1.0.0.0'] },
  { refused: ['10.0.0.0', '10.255.255.255'], open: ['9.255.255.255', '11.0.0.0'] },
  { refused: ['100.64.0.0', '100.127.255.255'], open: ['100.63.255.255', '100.128.0.0'] },
  { refused: ['127.0.0.0', '127.255.255.255'], open: ['126.255.255.255', '128.0.0.0'] },
  { refused: ['169.254.0.0', '169.254.255.255'], open: ['169.253.255.255', '169.255.0.0'] },
  { refused: ['172.16.0.0', '172.31.255.255'], open: ['172.15.255.255', '172.32.0.0'] },
  { refused: ['192.0.0.0', '192.0.0.255'], open: ['191.255.255.255', '192.0.1.0'] },
  { refused: ['192.0.2.0', '192.0.2.255'], open: ['192.0.3.0'] },
  { refused: ['192.88.99.0', '192.88.99.255'], open: ['192.88.98.255', '192.88.100.0'] },
  { refused: ['192.168.0.0', '192.168.255.255'], open: ['192.167.255.255', '192.169.0.0'] },
  { refused: ['198.18.0.0', '198.19.255.255'], open: ['198.17.255.255', '198.20.0.0'] },
  { refused: ['198.51.100.0', '198.51.100.255'], open: ['198.51.99.255', '198.51.101.0'] },
  { refused: ['203.0.113.0', '203.0.113.255'], open: ['203.0.112.255', '203.0.114.0'] },
  { refused: ['224.0.0.0', '239.255.255.255', '255.255.255.255'], open: ['223.255.255.255'] },
  { refused: ['168.63.129.16'], open: ['168.63.129.15', '168.63.129.17'] },
  {
    refused: ['::', '::1', '::ffff:7f00:1', '1fff::1', '4000::', 'ffff::'],
    open: ['2600::', '2a00::1'],
  },
  { refused: ['64:ff9b::808:808', '64:ff9b:1::1', '2002:808:808::'], open: ['::ffff:8.8.8.8'] },
  { refused: ['2001::', '2001:1ff:ffff::1', '2001:db8::', '3fff:fff::'], open: ['2001:200::'] },
  { refused: ['fc00::', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'], open: [] },
  {
    refused: ['', 'localhost', '1', '127.1', '0x7f.0.0.1', '8.8.8.8:80', '[2600::]', ' 8.8.8.8'],
    open: [],
  },
];

describe('isPublicAddress', () => {
  it.each(ranges)('the addresses $refused are not public, and their neighbours $open are', ({ refused, open }) => {
    expect(refused.filter(isPublic)).toEqual([]);
    expect(open.filter((address) => !isPublic(address))).toEqual([]);
  });
});

describe('allow list', () => {
  const allows = (entry: string, hostname: string, port: number, address: string) =>
    createDestinationPolicy([entry]).allows(hostname, port, address);

  it.each([
    ['wiki.corp.test', 'wiki.corp.test', 8080, '10.1.2.3', true],
    ['Wiki.Corp.Test.', 'wiki.corp.test', 80, '10.1.2.3', true],
    ['wiki.corp.test', 'wiki.corp.test.', 80, '10.1.2.3', true],
    ['bücher.test', 'xn--bcher-kva.test', 80, '10.1.2.3', true],
    ['wiki.corp.test', 'evil.wiki.corp.test', 80, '10.1.2.3', false],
    ['wiki.corp.test', 'corp.test', 80, '10.1.2.3', false],
    ['wiki.corp.test:8080', 'wiki.corp.test', 8080, '10.1.2.3', true],
    ['wiki.corp.test:8080', 'wiki.corp.test', 8081, '10.1.2.3', false],
    ['127.0.0.1:9000', '127.0.0.1', 9000, '127.0.0.1', true],
    ['127.0.0.1:9000', '127.0.0.1', 9001, '127.0.0.1', false],
    ['127.0.0.1', 'name-of-loopback.test', 80, '127.0.0.1', false],
    ['::1', '::1', 80, '::1', true],
    ['[::1]:9000', '::1', 9000, '::1', true],
    ['[::1]:9000', '::1', 80, '::1', false],
    ['0:0:0:0:0:0:0:1', '::1', 80, '::1', true],
    ['10.0.0.0/8', 'any.test', 80, '10.200.0.1', true],
    ['10.0.0.0/8', 'any.test', 80, '::ffff:10.200.0.1', true],
    ['10.0.0.0/8', 'any.test', 80, '11.0.0.1', true],
    ['10.0.0.0/8', 'any.test', 80, '192.168.0.1', false],
    ['fd00::/8', 'any.test', 80, 'fd12::1', true],
    ['fd00::/8', 'any.test', 80, '10.0.0.1', false],
    ['wiki.corp.test', 'wiki.corp.test', 80, '', false],
  ])(
    'the allow list %s decides whether %s port %i at %s is allowed: %s',
    (entry, hostname, port, address, expected) => {
      expect(allows(entry, hostname, port, address)).toBe(expected);
    },
  );

  it.each(['', ' ', '10.0.0.0/33', 'host/8', 'http://wiki', 'a b', 'user@host', 'host:port', '[::1', 'x#y'])(
    'the allow list refuses the entry "%s"',
    (entry) => {
      expect(() => createDestinationPolicy([entry])).toThrow(`"${entry}" is not a`);
    },
  );
});
