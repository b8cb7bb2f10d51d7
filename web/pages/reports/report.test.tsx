import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReview, aReviewer } from '#server/builders/reports.ts'
import { createReport, findMails } from '#server/testing/reviews.ts'
import { draftName, readDraft } from '#web/lib/drafts/draft_store.ts'
import { withBrowser } from '#web/testing.tsx'

/** The radio button of a score: '5 Excellent'. */
const box = (score: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: score })).getByRole('radio', { name })
const yes = () => screen.findByRole('button', { name: 'YES' })

describe('the report form', () => {
  test('requires both scores, keeps a draft, and saves and submits on the same page', () =>
    withBrowser(async (world, open) => {
      const { reviewer, report_id } = await createReport(world, 2)
      const { user, fill, open: load, path } = await open(reviewer)
      load(`/reports/edit/${report_id}`)
      await fill(await screen.findByLabelText('Science Comment Strength'), 'Clear.')
      await screen.findByText('Science Score and Technical Score are missing')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
      await screen.findByText(/^Draft saved on this device \d\d:\d\d$/u)
      expect(JSON.stringify({ ...localStorage })).toContain('Clear.')

      load(`/reports/edit/${report_id}`)
      await screen.findByText(/Your draft of .* was restored/u)
      expect(screen.getByLabelText<HTMLTextAreaElement>('Science Comment Strength').value).toBe('Clear.')
      await user.click(box('Science Score', '5 Excellent'))
      await screen.findByText('Technical Score is missing')
      box('Technical Score', '3 Good').focus()
      await user.keyboard(' ')
      // Text typed while the save is in flight is not saved yet.
      fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
      const strength = screen.getByLabelText('Science Comment Strength')
      fireEvent.change(strength, { target: { value: 'Clear, and more.' } })
      await screen.findByText('Success')
      await screen.findByText(/^Draft saved on this device \d\d:\d\d$/u)
      expect(strength).toHaveProperty('value', 'Clear, and more.')
      const kept = await world.db.selectFrom('reports').select('science_comment_strength').executeTakeFirst()
      expect(kept?.science_comment_strength).toBe('Clear.')
      strength.focus()
      await user.keyboard('{Control>}s{/Control}')
      await screen.findByText(/^Saved \d\d:\d\d$/u)
      expect(path()).toBe(`/reports/edit/${report_id}`)

      await fill(screen.getByLabelText('Technical Comment Weakness'), 'Typed last.')
      // Other screens refuse to submit while there is an unsaved draft.
      await screen.findByText(/^Draft saved on this device \d\d:\d\d$/u)
      load(`/reports/detail/${report_id}?tab=tab-4`)
      ;(await screen.findByRole('button', { name: 'Submit' })).focus()
      await screen.findByText(/^You have unsaved changes: press Edit/u)
      load(`/reports/edit/${report_id}`)
      await screen.findByText(/Your draft of .* was restored/u)
      await user.click(screen.getByRole('button', { name: 'Submit' }))
      await screen.findByText('Are you sure to submit?')
      await user.click(await yes())
      await screen.findByText(/^The report on proposal \d+ has been submitted\.$/u)
      await waitFor(() => expect(path()).toBe(`/reports/detail/${report_id}?tab=tab-4`))
      await screen.findByRole('button', { name: 'Download' })
      await screen.findByText('Typed last.')
      expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
      expect(screen.queryByRole('link', { name: 'Write report' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
    }))

  test('shows what staff saved on the reviewer’s behalf meanwhile, and can adopt all of it', () =>
    withBrowser(async (world, open) => {
      const { admin, reviewer, report_id: id } = await createReport(world, 2)
      const { user, fill, open: load } = await open(reviewer)
      load(`/reports/edit/${id}`)
      await fill(await screen.findByLabelText('Science Comment Strength'), 'Clear.')
      for (const score of ['Science Score', 'Technical Score']) await user.click(box(score, '3 Good'))
      const { reports } = (await world.as(admin)).api
      const theirs = aReview({ science_score: 5, technical_score: 3, science_comment_strength: 'As told.' })
      await reports.save({ params: { id }, body: theirs })
      const save = () => user.click(screen.getByRole('button', { name: 'Save and continue' }))
      await save()
      const told = new RegExp(`^${admin.name} saved this on .+, after you opened it`, 'u')
      const dialog = within(await screen.findByRole('dialog', { name: told }))
      for (const field of ['Science Score', 'Science Comment Strength'])
        expect(dialog.getByRole('radiogroup', { name: field })).toBeTruthy()
      expect(dialog.queryByRole('radiogroup', { name: 'Technical Score' })).toBeNull()
      await user.click(dialog.getByRole('button', { name: 'All of theirs' }))
      await user.click(dialog.getByRole('button', { name: 'Take theirs' }))
      const strength = screen.getByLabelText<HTMLTextAreaElement>('Science Comment Strength')
      await waitFor(() => expect(strength.value).toBe('As told.'))
      expect(await reports.get({ params: { id } })).toMatchObject({ version: 2, on_behalf_by: admin.name })
      // The next saves overwrite the other version, then the own one.
      for (const text of ['As told, and more.', 'Still more.']) {
        await fill(strength, text)
        await save()
        await waitFor(async () =>
          expect(await reports.get({ params: { id } })).toMatchObject({ science_comment_strength: text }),
        )
      }
      // Without unsaved text, a version that was not read is not submitted either.
      await reports.save({ params: { id }, body: aReview({ science_comment_strength: 'As told again.' }) })
      const submit = async () => {
        await user.click(screen.getByRole('button', { name: 'Submit' }))
        await screen.findByText('Are you sure to submit?')
        await user.click(await yes())
      }
      await submit()
      const again = within(await screen.findByRole('dialog', { name: told }))
      expect(await reports.get({ params: { id } })).toMatchObject({ status: 2 })
      await user.click(again.getByRole('button', { name: 'All of theirs' }))
      await user.click(again.getByRole('button', { name: 'Take theirs' }))
      await waitFor(() => expect(strength.value).toBe('As told again.'))
      await submit()
      await screen.findByText(/^The report on proposal \d+ has been submitted\.$/u)
    }))

  test('links to the next report to write, and an accepted report has a Write report button', () =>
    withBrowser(async (world, open) => {
      const { reviewer, office, report_id } = await createReport(world, 2)
      const second = await aSubmittedProposal(office)
      const next = await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 2 })
      const { user, open: load, path } = await open(reviewer)
      load(`/reports/detail/${report_id}`)
      await screen.findByText(/^due \d{4}-\d\d-\d\d, \d+ days left$/u)
      await screen.findByText('1 of 2')
      const tab = (screen: string) =>
        waitFor(() => expect(document.title).toMatch(new RegExp(`^\\d+: .* · ${screen} · AO system$`, 'u')))
      await tab('Report detail')
      await user.click(await screen.findByRole('link', { name: 'Write report' }))
      await user.click(await screen.findByRole('link', { name: `Next: ${second.proposal_id}` }))
      await waitFor(() => expect(path()).toBe(`/reports/edit/${next}`))
      await screen.findByText('2 of 2')
      await screen.findByText(second.actor.name)
      await tab('Report edit')
    }))

  test('is closed without mention of scores once the proposal has a global score', () =>
    withBrowser(async (world, open) => {
      const { reviewer, report_id } = await createReport(world, 2)
      const { fill, open: load } = await open(reviewer)
      load(`/reports/edit/${report_id}`)
      await fill(await screen.findByLabelText('Science Comment Strength'), 'Typed too late.')
      await screen.findByText(/^Draft saved on this device/u)
      await world.db.updateTable('proposals').set({ global_score: 3 }).execute()
      load(`/reports/edit/${report_id}`)
      await screen.findByText('This review is closed; nothing is expected from you.')
      await screen.findByText(/never saved; the report below is without it\. It is kept on this device/u)
      const typed = await screen.findByRole('textbox', { name: 'Science Comment Strength' })
      expect(typed).toMatchObject({ value: 'Typed too late.', readOnly: true })
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
      expect(document.body.textContent).not.toMatch(/global score/iu)
    }))

  test('of another reviewer is Forbidden, and one that is not requested is Not Found', () =>
    withBrowser(async (world, open) => {
      const { report_id } = await createReport(world, 2)
      const { open: load, path } = await open(await aReviewer(world.ctx()))
      load(`/reports/edit/${report_id}`)
      await screen.findByRole('heading', { name: 'Forbidden' })
      expect(path()).toBe('/403')
      load('/reports/detail/2000000')
      await screen.findByRole('heading', { name: 'Not Found' })
    }))

  test('that was taken away while it was written leads to /403, Back skips it, and the draft is kept', () =>
    withBrowser(async (world, open) => {
      const { reviewer, report_id } = await createReport(world, 2)
      const { user, fill, open: load, path, back } = await open(reviewer)
      load('/')
      await user.click(await screen.findByRole('link', { name: /^Write report: /u }))
      await fill(await screen.findByLabelText('Science Comment Strength'), 'Clear.')
      await user.click(box('Science Score', '5 Excellent'))
      await user.click(box('Technical Score', '3 Good'))
      await world.db.updateTable('reports').set({ status: 9 }).execute()
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByRole('heading', { name: 'Forbidden' })
      expect(path()).toBe('/403')
      const kept = async () =>
        expect(await screen.findByLabelText('Science Comment Strength')).toMatchObject({ value: 'Clear.' })
      await kept()
      back()
      await screen.findByRole('heading', { name: 'Dashboard' })
      load(`/reports/edit/${report_id}`)
      await waitFor(() => expect(path()).toBe('/403'))
      await kept()
    }))
})

/** The tabs that are selected one after the other from now on, while the page is shown; `stop` returns them. */
function watchTabs(isShown: () => boolean) {
  const tabs: string[] = []
  const observer = new MutationObserver(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.textContent
    if (isShown() && tab && tabs.at(-1) !== tab) tabs.push(tab)
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  return {
    stop: () => {
      observer.disconnect()
      return tabs
    },
  }
}

test('a report submitted in its form leads to the Review tab without showing another on the way', () =>
  withBrowser(async (world, open) => {
    const { reviewer, report_id } = await createReport(world, 2)
    const scores = { science_score: 4, technical_score: 3 }
    await world.db.updateTable('reports').set(scores).where('id', '=', report_id).execute()
    const { user, open: load } = await open(reviewer)
    load(`/reports/edit/${report_id}`)
    await user.click(await screen.findByRole('button', { name: 'Submit' }))
    await screen.findByText('Are you sure to submit?')
    const { stop } = watchTabs(() => document.getElementById('report') === null)
    await user.click(await yes())
    await screen.findByRole('button', { name: 'Download' })
    expect(stop()).toEqual(['Review'])
  }))

test('Save of the ranks stays where it is while they are wrong and when they are refused', () =>
  withBrowser(async (world, open) => {
    const { reviewer, office, proposal_id } = await createReport(world, 2)
    const second = await aSubmittedProposal(office)
    await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 2 })
    const { user, open: load } = await open(reviewer)
    load('/proposals/assigned_proposals')
    const rank = (id: number) => screen.findByLabelText<HTMLSelectElement>(`Rank of proposal ${id}`)
    await rank(proposal_id)
    const save = () => screen.getByRole('button', { name: 'Save' })
    /** What is before Save in its bar and before the bar in its section. */
    const before = () => {
      const bar = save().parentElement!
      const counts = [save(), bar].map((of) => [...of.parentElement!.children].indexOf(of))
      return [...counts, bar.parentElement!.querySelectorAll(':scope > [role="alert"]').length]
    }
    const first = before()
    await user.selectOptions(await rank(proposal_id), '1')
    await user.selectOptions(await rank(second.proposal_id), '1')
    await screen.findByText('Rank 1 is used twice.')
    expect(before()).toEqual(first)
    await user.click(save())
    await user.click(await yes())
    const refusal = await screen.findByText('Give every proposal a different rank number.')
    expect(before()).toEqual(first)
    expect(save().compareDocumentPosition(refusal) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }))

test('Save returns to the Review tab, and the empty score clears one', () =>
  withBrowser(async (world, open) => {
    const { reviewer, report_id } = await createReport(world, 2)
    const { user, fill, open: load, path } = await open(reviewer)
    load(`/reports/edit/${report_id}`)
    await fill(await screen.findByLabelText('Science Comment Strength'), 'Clear.')
    const [none, ...scores] = within(screen.getByRole('radiogroup', { name: 'Science Score' })).getAllByRole(
      'radio',
    )
    expect(scores).toHaveLength(5)
    await user.click(box('Science Score', '4 Very Good'))
    await screen.findByText('Technical Score is missing')
    await user.click(none!)
    await screen.findByText('Science Score and Technical Score are missing')
    for (const score of ['Science Score', 'Technical Score']) await user.click(box(score, '4 Very Good'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Success')
    await waitFor(() => expect(path()).toBe(`/reports/detail/${report_id}?tab=tab-4`))
    await screen.findByText('Clear.')
  }))

test('a reviewer accepts requests on the dashboard and finds them among the assigned proposals', () =>
  withBrowser(async (world, open) => {
    const { reviewer, office, proposal_id } = await createReport(world, 9)
    const second = await aSubmittedProposal(office, { input: { title: 'Second of them' } })
    const requested = await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
    const { user, open: load } = await open(reviewer)
    load('/')
    // The request was taken back meanwhile.
    const asked = (status: 1 | 9) =>
      world.db.updateTable('reports').set({ status }).where('id', '=', requested).execute()
    await screen.findByRole('button', { name: 'Accept all' })
    await asked(9)
    const accept = async () => {
      await user.click(screen.getByRole('button', { name: 'Accept all' }))
      await screen.findByText('Do you accept these reviews?')
      screen.getByText('You state that you have no conflict of interest with any of them.')
      screen.getByText(/goes to the administration office\.$/u)
      await user.click(await yes())
    }
    await accept()
    await screen.findByText('There is no requested review.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept all' })).toBeNull())
    await asked(1)
    load('/')
    await screen.findByRole('button', { name: 'Accept all' })
    await accept()
    await screen.findByText('1 review has been accepted.')
    await screen.findByText('No review is requested from you.')
    await screen.findByRole('link', { name: `Write report: ${second.proposal_id}: Second of them` })
    const row = async (id: number) =>
      (await screen.findAllByText(new RegExp(`^${id}: `, 'u')))
        .map((text) => text.closest('tr'))
        .find(Boolean)!
    expect((await row(second.proposal_id)).querySelector('a')?.textContent).toBe('DETAIL')
    expect((await row(proposal_id)).querySelector('a')).toBeNull()
  }))

test('a reviewer answers one request by itself, in the list, on the dashboard and in the report', () =>
  withBrowser(async (world, open) => {
    const { admin, reviewer, office, proposal_id, report_id } = await createReport(world, 1)
    const second = await aSubmittedProposal(office, { input: { title: 'Second of them' } })
    const third = await aSubmittedProposal(office, { input: { title: 'Third of them' } })
    const others: number[] = []
    for (const { proposal_id } of [second, third])
      others.push(await aReport(office, { proposal_id, reviewer, status: 1 }))
    await world.db.deleteFrom('mails').execute()
    const statuses = async () =>
      (await world.db.selectFrom('reports').select('status').orderBy('id').execute()).map(
        ({ status }) => status,
      )
    const { user, open: load } = await open(reviewer)
    load('/')
    await user.click(
      await screen.findByRole('button', { name: `Accept ${second.proposal_id}: Second of them` }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept this review?' }))
    const statement = { name: 'I have no conflict of interest with this proposal' }
    dialog.getByText(/goes to the administration office\.$/u)
    const box = dialog.getByRole<HTMLInputElement>('checkbox', statement)
    expect(box.checked).toBe(false)
    await user.click(box)
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText(`You have accepted the review of proposal ${second.proposal_id}.`)
    expect(await statuses()).toEqual([1, 2, 1])

    load('/proposals/assigned_proposals')
    await user.click(
      await screen.findByRole('button', { name: `Decline ${third.proposal_id}: Third of them` }),
    )
    const reasons = within(await screen.findByRole('dialog', { name: 'Decline this review' }))
    await user.click(reasons.getByRole('button', { name: 'Decline' }))
    await reasons.findByText('This field is required.')
    await user.click(reasons.getByRole('radio', { name: 'I have a conflict of interest' }))
    await user.type(reasons.getByLabelText('Note to the office'), 'My student.')
    await user.type(reasons.getByLabelText('Whom do you suggest instead?'), 'Aoi Aaa')
    await user.click(reasons.getByRole('button', { name: 'Decline' }))
    await screen.findByText(`You have declined the review of proposal ${third.proposal_id}.`)
    expect(await statuses()).toEqual([1, 2, 9])
    const [mail] = await findMails(world, 'review_declined_by_reviewer')
    expect(mail).toMatchObject({ recipients: [admin.email], proposal_ids: [third.proposal_id] })
    expect(mail!.body).toContain('Conflict of interest: My student.\nSuggests: Aoi Aaa')

    load(`/reports/detail/${report_id}`)
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Accept ${proposal_id}: `, 'u') }))
    const again = within(await screen.findByRole('dialog'))
    await user.click(again.getByRole('checkbox', statement))
    await user.click(again.getByRole('button', { name: 'Accept' }))
    await screen.findByRole('link', { name: 'Write report' })
    expect(await statuses()).toEqual([2, 2, 9])
  }))

test('a closed review is not offered anywhere, and nothing says why', () =>
  withBrowser(async (world, open) => {
    const { reviewer, office, report_id } = await createReport(world, 2)
    const second = await aSubmittedProposal(office, { input: { title: 'Second of them' } })
    await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 1 })
    await world.db.updateTable('proposals').set({ global_score: 3 }).execute()
    const { open: load } = await open(reviewer)
    const closed = 'This review is closed; nothing is expected from you.'
    for (const [path, told] of [
      ['/', 2],
      ['/proposals/assigned_proposals', 2],
      [`/reports/detail/${report_id}`, 1],
      [`/reports/edit/${report_id}`, 1],
    ] as const) {
      load(path)
      expect(await screen.findAllByText(closed)).toHaveLength(told)
      expect(screen.queryByRole('button', { name: /^(Accept|Decline)/u })).toBeNull()
      expect(screen.queryByRole('link', { name: /^(Write report|Edit|Next:)/u })).toBeNull()
      expect(document.body.textContent).not.toMatch(/scored|global score|\bdue\b.*(left|late)/iu)
    }
  }))

test('ranks: duplicates are marked, saved ranks stay, and unsaved ones survive a reload', () =>
  withBrowser(async (world, open) => {
    const { reviewer, office, proposal_id } = await createReport(world, 2)
    const second = await aSubmittedProposal(office)
    const withdrawn = await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 2 })
    const { user, open: load } = await open(reviewer)
    load('/proposals/assigned_proposals')
    const rank = (id: number) => screen.findByLabelText<HTMLSelectElement>(`Rank of proposal ${id}`)
    const save = async () => {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Do you want to save rank?')
      await user.click(await yes())
    }
    await user.selectOptions(await rank(proposal_id), '1')
    await user.selectOptions(await rank(second.proposal_id), '1')
    expect((await rank(proposal_id)).getAttribute('aria-invalid')).toBe('true')
    await screen.findByText('Rank 1 is used twice.')
    await save()
    await screen.findByText('Give every proposal a different rank number.')
    await user.selectOptions(await rank(second.proposal_id), '2')
    await save()
    await screen.findByText(/^Ranks saved: /u)
    await waitFor(() => expect(readDraft(draftName(reviewer.id, 'ranks'))).toBeNull())

    await user.selectOptions(await rank(second.proposal_id), '')
    await user.selectOptions(await rank(proposal_id), '')
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByText(/ranks that are not saved\. They are kept/u)
    // The page is loaded again, and the second report has been withdrawn since.
    await world.db.updateTable('reports').set({ status: 9 }).where('id', '=', withdrawn).execute()
    load('/proposals/assigned_proposals')
    await screen.findByText(/^Your ranks of .* were restored\.$/u)
    await screen.findByText('One rank was dropped: you can no longer rank that report.')
    expect((await rank(proposal_id)).value).toBe('')
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await screen.findByText(/^\d+: .*: rank -$/u)
    await user.click(screen.getByRole('button', { name: 'DISCARD' }))
    await waitFor(async () => expect((await rank(proposal_id)).value).toBe('1'))

    // A report leaves while the page is open: the refused save does not block the next one.
    await world.db.updateTable('reports').set({ status: 2 }).where('id', '=', withdrawn).execute()
    load('/proposals/assigned_proposals')
    await user.selectOptions(await rank(second.proposal_id), '1')
    await user.selectOptions(await rank(proposal_id), '2')
    await world.db.updateTable('reports').set({ status: 9 }).where('id', '=', withdrawn).execute()
    await save()
    await screen.findByText(
      'One rank was dropped: you can no longer rank that report. The ranks below have closed up: the last rank is now 1.',
    )
    await user.selectOptions(await rank(proposal_id), '')
    await save()
    await screen.findByText(/^Ranks saved: /u)
  }))

test('ranks by keyboard: lift a row, move it above the line, drop and save it', () =>
  withBrowser(async (world, open) => {
    const { reviewer, office, proposal_id, report_id } = await createReport(world, 2)
    const second = await aSubmittedProposal(office, { input: { title: 'Second of them' } })
    const other = await aReport(office, { proposal_id: second.proposal_id, reviewer, status: 3 })
    const { user, open: load } = await open(reviewer)
    load('/proposals/assigned_proposals')
    const grip = (id: number) => screen.findByRole('button', { name: new RegExp(`^Move ${id}: `, 'u') })
    ;(await grip(second.proposal_id)).focus()
    await user.keyboard(' {Home}')
    await screen.findByText(`${second.proposal_id}: Second of them: rank 1.`)
    await user.keyboard(' ')
    const rank = await screen.findByLabelText<HTMLSelectElement>(`Rank of proposal ${second.proposal_id}`)
    await waitFor(() => expect(rank.value).toBe('1'))
    ;(await grip(proposal_id)).focus()
    await user.keyboard(' {ArrowUp} ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await yes())
    await screen.findByText(`Ranks saved: ${proposal_id} is 2, ${second.proposal_id} is 1.`)
    const rows = () => world.db.selectFrom('reports').select(['id', 'rank']).orderBy('id').execute()
    expect(await rows()).toEqual([
      { id: report_id, rank: 2 },
      { id: other, rank: 1 },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText(`Ranks restored: ${proposal_id} has none, ${second.proposal_id} has none.`)
    expect((await rows()).map(({ rank }) => rank)).toEqual([null, null])
    await waitFor(() => expect(rank.value).toBe(''))
  }))

test('staff with a conflict see why a proposal’s reports are hidden', () =>
  withBrowser(async (world, open) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const both = await aUser(world.ctx(), ['admin'], { email: 'both@example.org' })
    const collaborator = { first_name: 'B', last_name: 'B', email: 'BOTH@example.org', affiliation: 'X' }
    const { proposal_id } = await aSubmittedProposal(office, {
      input: { proposal_collaborator: [collaborator] },
    })
    const reviewer = await aReviewer(world.ctx(), { first_name: 'Ulrike', last_name: 'Undisclosed' })
    await aReport(office, { proposal_id, reviewer, review: {} })
    const { open: load } = await open(both)
    load(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await screen.findByText('You have a conflict of interest with this proposal')
    await screen.findByText('The reports are not shown to you.')
    for (const name of ['Add Reviewer', 'Update Global Score', 'More actions'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(document.body.textContent).not.toContain('Undisclosed')
    const { user, open: again } = await open(office.actor)
    again(`/proposals/detail/${proposal_id}?tab=tab-3`)
    await screen.findByRole('link', { name: 'Ulrike Undisclosed' })
    for (const name of ['Add Reviewer', 'Update Global Score', 'Withdraw, report of Ulrike Undisclosed'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    for (const name of ['Unlock', 'Cancel Submit']) await screen.findByRole('menuitem', { name })
  }))
