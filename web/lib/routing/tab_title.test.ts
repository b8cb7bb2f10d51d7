import { expect, test } from 'vitest'
import { tabTitle } from './tab_title.ts'

test.each([
  ['/proposals', undefined, 'Proposal List · AO system'],
  ['/proposals', 'Proposal List', 'Proposal List · AO system'],
  ['/proposals/detail/63', '63: Olivine', '63: Olivine · Proposal Detail · AO system'],
  [
    '/proposals/detail/63',
    '63: Soluble organic compounds in the grains of Ryugu',
    '63: Soluble organic compounds in the gr… · Proposal Detail · AO system',
  ],
  [
    '/proposals/assigned_samples',
    'Assigned Sample List by Proposal',
    'Assigned Sample List by Proposal · AO system',
  ],
  ['/login', undefined, 'Astromaterials Sample AO System'],
  ['/nowhere', undefined, 'Not Found · AO system'],
])('the tab of %s that shows %s is %s', (path, object, name) => {
  expect(tabTitle(path, object)).toBe(name)
})
