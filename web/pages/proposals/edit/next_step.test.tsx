import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { countEmptySections } from '#domain/proposals/sections.ts'
import { aPerson, aTerm, aUser } from '#server/builders/people.ts'
import { aProposalInput, aSavedProposal } from '#server/builders/proposals.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import type { TestServer } from '#server/testing/test_server.ts'
import { fieldAt, withBrowser } from '#web/testing.tsx'
import { reconcileDraft } from './-draft.tsx'
import { sectionsOf } from './-outline.tsx'
import { valuesOf } from './-values.ts'

const office = async ({ ctx }: TestServer) => ctx(await aUser(ctx(), ['admin']))
const outline = () => within(screen.getByLabelText('Sections'))
const chooseFile = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
const filledButtons = () =>
  [...document.querySelectorAll<HTMLElement>('main .mantine-Button-root')]
    .filter(({ dataset: { variant = 'filled' } }) => variant === 'filled')
    .map(({ textContent }) => textContent)

describe('the edit form', () => {
  test('has a refused file as an error in its outline, and forgets it when it is removed', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(server))
      const { open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      await fieldAt('title')
      outline().getByRole('button', { name: 'PDF, empty, optional' })
      chooseFile(new File(['x'], 'plan.docx'))
      await screen.findByText('Only PDF files can be uploaded.')
      outline().getByRole('button', { name: 'PDF, with an error' })
      const box = screen.getByText('plan.docx').closest<HTMLElement>('.mantine-Paper-root')!
      expect(box.style.border).toContain('--mantine-color-error')
      fireEvent.click(screen.getByText('Remove'))
      outline().getByRole('button', { name: 'PDF, empty, optional' })
      chooseFile(new File(['%PDF-'], 'plan.pdf'))
      outline().getByRole('button', { name: 'PDF, done' })
    }))

  test('has a field in error as an error in its outline', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(server))
      const window = await open(actor)
      window.open(`/proposals/edit/${proposal_id}`)
      await window.fill(await fieldAt('sample_description_2_2'), 'word '.repeat(201))
      fireEvent.click(screen.getByText('Save'))
      await waitFor(() => outline().getByRole('button', { name: /^2a, 2b, 2c Flexibility, with an error/u }))
    }))

  test('uses an empty row before it adds one', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(server))
      const { open: load } = await open(actor)
      load(`/proposals/edit/${proposal_id}`)
      const table = await screen.findByLabelText('Request Sample')
      const rows = () => table.querySelectorAll('tbody tr').length
      const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')
      for (let position = 1; position < 10; position++) {
        fireEvent.click(screen.getByText('Add Sample'))
        await waitFor(() => expect(focused()).toBe(`samples.${position}.sample`))
        fireEvent.change(await fieldAt(`samples.${position}.type`), { target: { value: '2' } })
      }
      expect(rows()).toBe(10)
      fireEvent.click(screen.getByText('Add Sample'))
      await waitFor(() => expect(focused()).toBe('samples.10.sample'))
      expect(rows()).toBe(11)
    }))

  test('fills Save while something is not saved, then the way to submit', () =>
    withBrowser(async (server, open) => {
      await aTerm(server.ctx())
      const { actor, proposal_id } = await aSavedProposal(await office(server))
      const window = await open(actor)
      window.open(`/proposals/edit/${proposal_id}`)
      await screen.findByText('Ready to submit; 10 optional sections are empty')
      expect(filledButtons()).toEqual(['Go to submit'])
      await window.fill(await fieldAt('properties'), 'A remark')
      await screen.findByText('Unsaved changes (kept on this device)')
      expect(filledButtons()).toEqual(['Save'])
      screen.getByText('Ready to submit; 9 optional sections are empty')
    }))

  test('of a submitted, unlocked proposal ends with locking it again', () =>
    withBrowser(async (server, open) => {
      const { admin, proposer, proposal_id } = await createReport(server, 3)
      await (await server.as(admin)).api.staff.unlock({ params: { id: proposal_id } })
      const window = await open(proposer)
      window.open(`/proposals/edit/${proposal_id}`)
      const done = () => screen.getByText('Done, lock it again').closest('button')!
      await screen.findByText(/The office has unlocked this proposal: it can be changed until/u)
      expect(filledButtons()).toEqual(['Done, lock it again'])
      await window.fill(await fieldAt('properties'), 'Mended')
      await waitFor(() => expect(done().ariaDisabled).toBe('true'))
      expect(filledButtons()).toEqual(['Save'])
      await window.fill(await fieldAt('properties'), '')
      await waitFor(() => expect(done().ariaDisabled).toBe('false'))
      fireEvent.click(done())
      const dialog = within(
        await screen.findByRole('dialog', {
          name: 'Lock this proposal again? You can then no longer change it.',
        }),
      )
      dialog.getByText('No e-mail is sent.')
      fireEvent.click(dialog.getByText('YES'))
      await screen.findByText(/^It can no longer be changed\./u)
      expect(window.path()).toBe('/proposals/myproposal')
      const { api } = await server.as(proposer)
      expect(await api.proposals.edit({ params: { id: proposal_id } })).toMatchObject({
        is_unlocked: 0,
        status: 2,
      })
    }))
})

test('who locks a proposal that nobody reviews is not promised that it can no longer be changed', () =>
  withBrowser(async (server, open) => {
    const { admin, proposer, proposal_id } = await createReport(server, 0)
    await (await server.as(admin)).api.staff.unlock({ params: { id: proposal_id } })
    const window = await open(proposer)
    window.open(`/proposals/edit/${proposal_id}`)
    fireEvent.click(await screen.findByText('Done, lock it again'))
    await screen.findByRole('dialog', { name: 'Lock this proposal again?' })
  }))

test('the submit summary says that submitting locks a proposal under review', () =>
  withBrowser(async (server, open) => {
    const { admin, proposer, proposal_id } = await createReport(server, 2)
    await (await server.as(admin)).api.staff.cancel({ params: { id: proposal_id } })
    const window = await open(proposer)
    window.open('/proposals/myproposal')
    const submit = (await screen.findByText('Submit')).closest('button')!
    await waitFor(() => expect(submit.ariaDisabled).toBe('false'))
    fireEvent.click(submit)
    await screen.findByText(
      'Submitting locks it. This proposal is being reviewed and can no longer be changed.',
    )
    fireEvent.click(screen.getByText('YES'))
    await screen.findByText('The proposal has been submitted.')
    const mails = await findMails(server, 'proposal_submitted')
    expect(mails.map(({ body }) => body.includes('can edit it until'))).toEqual([true, false])
  }))

test('the submit summary names exactly those who get an e-mail', () =>
  withBrowser(async (server, open) => {
    await aTerm(server.ctx())
    const people = [aPerson(), aPerson(), aPerson()]
    const { actor } = await aSavedProposal(await office(server), {
      input: { proposal_collaborator: [...people, { ...people[0]!, first_name: 'Twice' }] },
    })
    const { open: load } = await open(actor)
    load('/proposals/myproposal')
    const submit = (await screen.findByText('Submit')).closest('button')!
    await waitFor(() => expect(submit.ariaDisabled).toBe('false'))
    fireEvent.click(submit)
    const dialog = within(await screen.findByRole('dialog', { name: 'Do you submit this Proposal?' }))
    const named = within(dialog.getByLabelText('An e-mail goes to'))
      .getAllByRole('listitem')
      .map(({ textContent }) => /\((.*)\)/u.exec(textContent)![1])
    fireEvent.click(dialog.getByText('YES'))
    await screen.findByText('The proposal has been submitted.')
    const mails = await server.db
      .selectFrom('mails')
      .select('recipients')
      .where('kind', '=', 'proposal_submitted')
      .orderBy('id')
      .execute()
    expect(named).toEqual(mails.flatMap(({ recipients }) => recipients))
    expect(named).toEqual([actor.email, ...people.map(({ email }) => email)])
  }))

test('a proposal and its form count the same empty sections', () =>
  withBrowser(async (server) => {
    const { ctx } = server
    await aTerm(ctx(), { id: 6, is_current: false, disabled: true })
    await aTerm(ctx())
    const { actor, proposal_id } = await aSavedProposal(await office(server))
    const { api } = await server.as(actor)
    const params = { id: proposal_id }
    const counts = async () => {
      const proposal = await api.proposals.edit({ params })
      const sections = sectionsOf(valuesOf(proposal), proposal.file !== null, {})
      return [countEmptySections(proposal), sections.filter(({ state }) => state === 'optional').length]
    }
    expect(await counts()).toEqual([10, 10])
    const filled = { accepted_terms: [6], sample_description_1_2: 'Yes.', proposal_collaborator: [aPerson()] }
    await api.proposals.put({ params, body: aProposalInput(filled) as never })
    expect(await counts()).toEqual([7, 7])
    const file = { file_key: 'a', original_file_name: 'plan.pdf', file_size: 1 }
    await server.db.updateTable('proposals').set(file).where('id', '=', proposal_id).execute()
    expect(await counts()).toEqual([6, 6])
  }))

test('a draft keeps neither a refused file nor why it was refused', () => {
  const saved = { samples: [], keywords: [], methods: [], file: null, file_name: '', file_why: '' }
  const values = { ...saved, file_name: 'plan.docx', file_why: 'Only PDF files can be uploaded.' }
  const offered = {
    keywords: new Set<string>(),
    methods: new Set<string>(),
    samples: new Set<string>(),
    sampleName: () => undefined,
  }
  const restored = reconcileDraft(values as never, saved as never, offered)
  expect(restored).toMatchObject({ values: { file_name: '', file_why: '' }, lost: [] })
  const kept = reconcileDraft({ ...values, file_why: '' } as never, saved as never, offered)
  expect(kept.lost).toEqual(['A file cannot be kept in a draft: plan.docx must be chosen again.'])
})
