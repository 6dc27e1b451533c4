import { expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

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
