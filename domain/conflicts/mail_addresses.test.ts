import { expect, test } from 'vitest'
import { mailboxOf, organisationDomain, workDomain } from './mail_addresses.ts'

test.each([
  ['Aoi@Example.org', 'aoi@example.org'],
  ['aoi+ao7@example.org', 'aoi@example.org'],
  ['+aoi@example.org', '+aoi@example.org'],
  ['a.oi+ao7@gmail.com', 'aoi@gmail.com'],
  ['a.oi@googlemail.com', 'aoi@gmail.com'],
  ['a.oi@example.org', 'a.oi@example.org'],
  ['aoi@pm.me', 'aoi@proton.me'],
])('mail to %s reaches %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test.each([
  ['eps.s.u-tokyo.ac.jp', 'u-tokyo.ac.jp'],
  ['geo.muni.cz', 'muni.cz'],
  ['gsfc.nasa.gov', 'nasa.gov'],
  ['bristol.ac.uk', 'bristol.ac.uk'],
  ['geo.unam.mx', 'unam.mx'],
  ['a.usp.com.br', 'usp.com.br'],
  ['geo.hokuto.example.org', 'hokuto.example.org'],
  ['example.org', ''],
  ['ac.jp', ''],
])('%s belongs to %s', (domain, registered) => {
  expect(organisationDomain(domain)).toBe(registered)
})

test.each([
  ['aoi@Geo.Hokuto.ac.jp', 'geo.hokuto.ac.jp'],
  ['aoi@gmail.com', ''],
  ['aoi@yahoo.co.jp', ''],
  ['aoi@outlook.de', ''],
  ['aoi@mail.ru', ''],
  ['aoi@qq.com', ''],
  ['aoi@ezweb.ne.jp', ''],
  ['aoi@example.org', ''],
  ['aoi@mail.tohoku.ac.jp', 'mail.tohoku.ac.jp'],
])('the address %s says that one works at %s', (email, domain) => {
  expect(workDomain(email)).toBe(domain)
})
