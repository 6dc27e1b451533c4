import { expect, it } from 'vitest'
import { addressGroup } from './address-group.ts'

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
