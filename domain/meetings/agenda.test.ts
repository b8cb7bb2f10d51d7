import { expect, test } from 'vitest'
import { unorderedDocket } from './agenda.ts'

test('without order, too, what is in triage is not said to be discussed', () => {
  const item = (proposal_id: number, track: 'discussed' | 'triage') => ({
    ...{ proposal_id, track, title: `T${proposal_id}`, minutes: 10 },
  })
  expect(unorderedDocket([item(3, 'discussed'), item(2, 'triage'), item(1, 'discussed')])).toBe(
    [
      'Proposals that you discuss, by number. You are called when you are needed.',
      '- 1: T1',
      '- 3: T3',
      '',
      'Without discussion, unless someone brings one back:',
      '- 2: T2',
    ].join('\n'),
  )
})
