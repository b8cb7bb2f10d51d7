import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAssignment, aSample } from '#server/builders/samples.ts'
import { createReport } from '#server/testing/reviews.ts'
import { withBrowser } from '#web/testing.tsx'

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('the lists of reviewers and of assigned samples have the columns of the specification, in its order', () =>
  withBrowser(async (world, window) => {
    const { admin, office, proposal_id, proposer } = await createReport(world, 3)
    const { id: sample_id } = await aSample(world.ctx())
    await anAssignment(office, 1, [{ sample_id, proposal_id }])
    const { open } = await window(admin)
    open('/proposals/reviewers')
    const email = await screen.findByText(proposer.email)
    expect(heads()).toEqual(['Name', 'Email/Affiliation', 'Title', 'Reviewers', 'Global Score'])
    expect(email.textContent).toBe(proposer.email)
    open('/proposals/assigned_samples')
    await screen.findByText(proposer.email)
    expect(heads()).toEqual([
      'DETAIL',
      'Id',
      'Name',
      'Email/Affiliation',
      'Title',
      'Global Score',
      'Assigned Samples',
      'Peek',
    ])
  }))
