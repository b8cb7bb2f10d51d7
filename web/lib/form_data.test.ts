import { expect, it } from 'vitest'
import { nest } from '#server/platform/http/query.ts'
import { toFormData } from './form_data.ts'

it('writes nested values under bracketed names, and the server reads the same tree', () => {
  const file = new File(['%PDF'], 'a.pdf')
  const data = toFormData({
    title: 'T',
    check: true,
    absent: undefined,
    none: null,
    samples: [{ size: 0.5, any: false }, { size: '' }],
    conditions: [2, 3],
    file,
  })
  expect(data.get('file')).toBeInstanceOf(File)
  data.delete('file')
  expect(nest([...data.entries()] as [string, string][])).toEqual({
    title: 'T',
    check: '1',
    samples: [{ size: '0.5', any: '0' }, { size: '' }],
    conditions: ['2', '3'],
  })
})
