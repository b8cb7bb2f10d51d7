import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aGroupMail } from '#server/builders/group_mail.ts'
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

test('the lists of group mails, of assigned samples and of a reviewer have the columns of the specification', () =>
  withBrowser(async (world, window) => {
    const { admin, office, proposal_id, proposer, reviewer } = await createReport(world, 3)
    const { id: sample_id } = await aSample(world.ctx())
    await anAssignment(office, 1, [{ sample_id, proposal_id }])
    await aGroupMail(office, { content: 'The results are out.', destinations: [{ ...admin, ...proposer }] })
    const { open, user } = await window(admin)
    open('/group-mail')
    await screen.findByText('The results are out.')
    expect(heads()).toEqual([
      'DETAIL',
      'Title',
      'Content',
      'Sender',
      'Destination',
      'Transmission Status',
      'Transmission Date',
      'Peek',
    ])
    open('/samples/assigned')
    await user.click(await screen.findByRole('button', { name: 'List' }))
    await screen.findByText('1 result, 0 confirmed')
    await waitFor(() =>
      expect(heads()).toEqual([
        'Asteroid',
        'Name',
        'Type',
        'Weight[mg]',
        'Size[mm]',
        'Pressure[Pa]',
        'Volume[ml]',
        'Detail',
        'Assigned',
        'Confirmed',
        'CANCEL',
      ]),
    )
    const theirs = await window(reviewer)
    theirs.open('/proposals/assigned_proposals')
    await screen.findAllByText(proposer.name)
    expect(heads()).toEqual([
      'DETAIL',
      'NameAffiliation',
      'ID: Title',
      'Abstract',
      'Rank',
      'Science ScoreTechnical Score',
      'Status',
      'Next step',
    ])
  }))
