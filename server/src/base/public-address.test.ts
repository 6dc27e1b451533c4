import { expect, it } from 'vitest'
import { isInNetworks, isLoopbackAddress, isPublicAddress, parseNetwork } from './public-address.ts'

it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a00:1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('knows the addresses of this machine', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '8.8.8.8'].map(isLoopbackAddress)).toEqual([true, true, true, false])
})

it('finds an address in networks, also one that IPv6 embeds', () => {
  const networks = ['10.0.0.0/8', '192.168.1.7', 'fd00::/8']
    .map((text) => parseNetwork(text))
    .filter((one) => one !== null)
  const within = ['10.1.2.3', '192.168.1.7', '::ffff:10.1.2.3', 'fd12::1']
  const outside = ['11.0.0.1', '192.168.1.8', '169.254.169.254', '::1', 'nonsense']
  expect(within.map((address) => isInNetworks(address, networks))).toEqual(within.map(() => true))
  expect(outside.map((address) => isInNetworks(address, networks))).toEqual(outside.map(() => false))
  expect(['10.0.0.0/33', 'intranet', ''].map(parseNetwork)).toEqual([null, null, null])
})
