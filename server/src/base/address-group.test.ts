import { expect, it } from 'vitest'
import { addressGroup, addressSite } from './address-group.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001::5', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
  ['fe80::1%eth0', 'fe80::/64'],
])('counts %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

it.each([
  ['192.0.2.7', null],
  ['::ffff:192.0.2.7', null],
  ['2001:db8:5:1:2:3:4:5', '2001:db8:5::/48'],
  ['unknown', null],
  ['fe80::1%eth0', 'fe80::/48'],
])('takes %s for a part of %s', (address, site) => {
  expect(addressSite(address)).toBe(site)
})
