import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/access.ts'
import { aNotice, anAnnouncement, aProposer, aTerm, aUser, daysFrom } from '#server/builders/people.ts'
import { aProposalInput, aSavedProposal, aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { aSample } from '#server/builders/samples.ts'
import { withBrowser } from '#web/testing.tsx'

const STAFF = [
  'Proposers',
  'Proposals',
  'Reviews',
  'Proposals with Assigned Samples',
  'All',
  'Particle and Aggregate',
  'Gas',
  'Previously allocated',
  'Contact pad particle',
]
const OFFICE = ['Applicants List', 'Proposers & Collaborators', 'Assigned Samples', 'All Users Address']

describe('the dashboard', () => {
  test.each<[Role, string[], string[]]>([
    [
      'admin',
      [
        'Applicant',
        'Proposer',
        'Proposal',
        'Reviewer',
        'Sample',
        'User',
        'Information',
        'Master',
        'Group Mail',
        'Result',
        'Loan',
        'System',
      ],
      [...OFFICE, ...STAFF],
    ],
    ['panel', ['Proposer', 'Proposal', 'Reviewer', 'Sample', 'Result'], STAFF],
    ['reviewer', ['Assigned Proposals'], []],
  ])('of %s has the menu and the files of the role', (role, menu, files) =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const { open: load } = await open(await aUser(ctx(), [role]))
      load('/')
      await screen.findByRole('heading', { name: 'Information' })
      const items = within(screen.getByRole('navigation', { name: 'Main menu' })).getAllByRole('link')
      expect(items.map((item) => item.textContent)).toEqual(['Dashboard', ...menu])
      const main = within(screen.getByRole('main'))
      expect(main.queryAllByRole('button').map((button) => button.textContent)).toEqual(files)
    }),
  )

  test.each<[Role, string]>([
    [
      'admin',
      'The lists cover all terms; Assigned Samples covers the open ones (AO6, AO7); the distribution plan sheets cover the current term, AO7.',
    ],
    ['panel', 'The lists cover all terms; the distribution plan sheets cover the current term, AO7.'],
  ])('of %s says which terms its files hold', (role, text) =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      await aTerm(ctx(), { id: 6, is_current: false })
      await aTerm(ctx(), { id: 5, is_current: false, disabled: true })
      const { open: load } = await open(await aUser(ctx(), [role]))
      load('/')
      expect((await screen.findByText(/^The lists cover/u)).textContent).toBe(text)
    }),
  )

  test('of the office counts unregistered applicants, with a link to them', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      await aNotice(ctx())
      await aNotice(ctx())
      const { open: load } = await open(await aUser(ctx(), ['admin']))
      load('/')
      const link = await screen.findByRole('link', { name: 'Applicants Not Registered : 2' })
      expect(link.getAttribute('href')).toBe('/proposers/applicant?status=0&per_page=100')
    }))

  test('of the office lists open items with links, and says when there are none', () =>
    withBrowser(async ({ ctx, db }, open) => {
      await aTerm(ctx())
      await aProposer(ctx(await aUser(ctx(), ['admin'])))
      const { open: load } = await open(await aUser(ctx(), ['admin']))
      load('/')
      const link = await screen.findByRole('link', { name: 'Proposals not submitted : 1' })
      expect(link.getAttribute('href')).toBe('/proposers?not_created=true&not_submitted=true')
      screen.getByText('1 never opened by their proposer')
      const none = screen.getByRole('link', { name: 'Applicants Not Registered : 0' })
      expect(none.getAttribute('href')).toBe('/proposers/applicant?status=0')
      expect(screen.getByRole('link', { name: 'Dates of AO7' }).getAttribute('href')).toBe(
        '/masters/terms/edit/7',
      )
      await db.updateTable('proposals').set({ status: 2, global_score: 4.5 }).execute()
      load('/')
      await screen.findByText('Nothing to do.')
      screen.getByRole('heading', { name: 'Top scored' })
    }))

  test('of the panel shows what came in since the last visit, and has no to-do list', () =>
    withBrowser(async (world, open) => {
      const { ctx } = world
      await aTerm(ctx())
      const office = ctx(await aUser(ctx(), ['admin']))
      const { proposal_id } = await aSubmittedProposal(office, { notice: { last_name: 'Kamo' } })
      await aReport(office, { proposal_id, reviewer: await aReviewer(ctx()), status: 3 })
      const { open: load } = await open(await aUser(ctx(), ['panel']))
      load('/')
      const link = await screen.findByRole('link', { name: new RegExp(`^${proposal_id}: .*Kamo`, 'u') })
      expect(link.getAttribute('href')).toBe(`/proposals/detail/${proposal_id}?tab=tab-3`)
      screen.getByRole('heading', { name: 'The call so far' })
      expect(screen.queryByRole('heading', { name: 'To do' })).toBeNull()
    }))

  test('opens announcements with content here, and those with an address in a new tab', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const id = await anAnnouncement(ctx(), {
        title: 'Inside',
        content: 'Read this.',
        url: 'https://a.example',
      })
      await anAnnouncement(ctx(), { title: 'Outside', url: 'https://b.example/' })
      const { user, open: load, path } = await open(await aUser(ctx(), ['panel']))
      load('/')
      const outside = await screen.findByRole('link', { name: /^Outside/u })
      expect([outside.getAttribute('href'), outside.getAttribute('target')]).toEqual([
        'https://b.example/',
        '_blank',
      ])
      await user.click(screen.getByRole('link', { name: 'Inside' }))
      await screen.findByText('Read this.')
      expect(path()).toBe(`/information/show/${id}`)
    }))
})

describe('home', () => {
  const link = (name: string) => screen.findByRole('link', { name })

  test('offers the proposal by its status, once proposals are accepted', () =>
    withBrowser(async ({ ctx, db, at }, open) => {
      const term = await aTerm(ctx(), { proposals_open_at: daysFrom(ctx().now(), 1 / 24) })
      const office = ctx(await aUser(ctx(), ['admin']))
      const { actor, proposal_id } = await aProposer(office)
      const { open: load } = await open(actor)
      load('/mypage')
      await screen.findByText('Proposals are not accepted at the moment.')
      expect((await link('My Profile')).getAttribute('href')).toBe('/myprofile')
      expect(screen.queryByRole('link', { name: 'CREATE PROPOSAL' })).toBeNull()
      at(term.proposals_open_at)
      load('/mypage')
      expect((await link('CREATE PROPOSAL')).getAttribute('href')).toBe(`/proposals/edit/${proposal_id}`)
      for (const status of [1, 2] as const) {
        await db.updateTable('proposals').set({ status }).execute()
        load('/mypage')
        expect((await link('MY PROPOSAL')).getAttribute('href')).toBe('/proposals/myproposal')
      }
    }))

  test('of a proposer without a proposal in this term links to the Notice', () =>
    withBrowser(async ({ ctx }, open) => {
      await aTerm(ctx())
      const { open: load } = await open(await aUser(ctx(), ['proposer']))
      load('/mypage')
      expect((await link('Notice of Intent for AO7')).getAttribute('href')).toBe('/applicants/create')
    }))

  test('links to the missing fields, and says after submitting what happens next', () =>
    withBrowser(async ({ ctx, as }, open) => {
      await aTerm(ctx())
      const office = ctx(await aUser(ctx(), ['admin']))
      const { actor, proposal_id } = await aSavedProposal(office, {
        input: { keywords_other: [], check_collaborators: 0 },
      })
      const { open: load } = await open(actor)
      load('/mypage')
      await screen.findByText('2 things are missing before you can submit')
      expect((await link('Keywords')).getAttribute('href')).toBe(
        `/proposals/edit/${proposal_id}?field=keywords`,
      )
      expect(screen.getByText('You write and submit').closest('li')!.ariaCurrent).toBe('step')
      const { api } = await as(actor)
      await api.proposals.save({ params: { id: proposal_id }, body: aProposalInput() })
      load('/mypage')
      await screen.findByText(/^Ready to submit/u)
      await api.proposals.submit({ params: { id: proposal_id } })
      load('/mypage')
      await screen.findByText(
        /^You can edit it until .* or until a review is requested, whichever is earlier\.$/u,
      )
      await screen.findByText('You submitted')
      expect(screen.queryByText(/missing/u)).toBeNull()
    }))

  test('says that a proposal was not submitted in time, and that nothing follows from it', () =>
    withBrowser(async ({ ctx, at }, open) => {
      const term = await aTerm(ctx())
      const { actor } = await aSavedProposal(ctx(await aUser(ctx(), ['admin'])))
      at(term.proposals_close_at)
      const { open: load } = await open(actor)
      load('/mypage')
      await screen.findByText('Your proposal was not submitted.')
      await screen.findByText('It was not submitted in time, and is not part of the next steps.')
      expect(screen.queryByText('Reviewers read it')).toBeNull()
    }))

  test('says what the office has unlocked, and in a closed term only where the outcome is', () =>
    withBrowser(async ({ ctx, db, as }, open) => {
      const term = await aTerm(ctx())
      const sample = await aSample(ctx(), { description: 'Dark, smooth' })
      const { actor, proposal_id } = await aSavedProposal(ctx(await aUser(ctx(), ['admin'])), {
        input: { samples: [{ db_type: 1, type: 0, sample_id: sample.id }] },
      })
      await db.updateTable('proposals').set({ unlocked_until: '2099-01-01T00:00:00Z' }).execute()
      const proposals_close_at = daysFrom(ctx().now(), -1)
      await db.updateTable('terms').set({ noi_closes_at: proposals_close_at, proposals_close_at }).execute()
      const { open: load } = await open(actor)
      load('/mypage')
      await screen.findByText(
        /^The office has unlocked this proposal: it can be changed and submitted until 2099-01-01/u,
      )
      screen.getByText(/^Ready to submit/u)
      screen.getByText(/^The deadline has passed\. The office has unlocked your proposal/u)
      expect(document.querySelectorAll('main [aria-current=step]')).toHaveLength(1)
      screen.getByText(/^days left, until 2099-01-01/u)
      await screen.findByText('Dark, smooth')

      await (await as(actor)).api.proposals.submit({ params: { id: proposal_id } })
      load('/mypage')
      await screen.findByText(/^It can no longer be changed\./u)
      expect(screen.queryByText(/^The office has unlocked this proposal/u)).toBeNull()

      await db.updateTable('terms').set({ disabled: true }).execute()
      load('/mypage')
      const note = (await screen.findByText('Proposals are not accepted at the moment.')).parentElement!
      expect(note.textContent).toContain('AO7 is closed. Your allocation is shown in MyProposal.')
      expect(within(note).getByText('MyProposal').getAttribute('href')).toBe('/proposals/myproposal')
      expect(screen.queryByText('MY PROPOSAL')).toBeNull()

      await db.updateTable('proposals').set({ status: 1, unlocked_until: null }).execute()
      const { reviews_due_at: later } = term
      const closed = { proposals_close_at: later, noi_closes_at: later }
      await db
        .updateTable('terms')
        .set({ ...closed, proposals_open_at: daysFrom(new Date(later), -1) })
        .execute()
      load('/mypage')
      await screen.findByText('It was not submitted in time, and is not part of the next steps.')
    }))
})
