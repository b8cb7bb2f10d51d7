import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aNotice, aTerm, aUser } from '#server/builders/people.ts'
import type { ListEndpoint } from '#server/testing/lists/list.ts'
import { createTwoTerms, type TwoTerms } from '#server/testing/lists/two_terms.ts'
import { api } from '#web/lib/http/api.ts'
import { withBrowser } from '#web/testing.tsx'

/** Sets a control to something else; then the query says of `field` what stands in `sent`, and of all else what it did. */
interface Control {
  field: string
  set(control: HTMLElement): Promise<unknown>
  sent: string[]
}

/** The one element of a kind with a text. A search by role would compute the style of the whole page each time. */
function withText<Found extends HTMLElement>(kind: string, text: string) {
  const [found, ...more] = [...document.querySelectorAll<Found>(kind)].filter(
    ({ textContent }) => textContent?.trim() === text,
  )
  expect(found, `${kind} ${text}`).toBeDefined()
  expect(more, `more of ${kind} ${text}`).toEqual([])
  return found!
}

const typed = (field: string, value: string): Control => ({
  field,
  set: async (control) => fireEvent.change(control, { target: { value } }),
  sent: [value],
})
const text = (field: string) => typed(field, `words of ${field}`)
const number = (field: string, value: number) => typed(field, String(value))
/** The tenth of January, from its beginning or to its end where the viewer is. */
const day = (field: string, date: 10 | 11): Control => ({
  field,
  set: async (control) => fireEvent.change(control, { target: { value: '2026-01-10' } }),
  sent: [new Date(2026, 0, date).toISOString()],
})
const choose = (field: string, label: string, id: number | string | undefined): Control => ({
  field,
  async set(control) {
    fireEvent.click(control)
    fireEvent.click(
      await waitFor(() => withText(`[id="${control.getAttribute('aria-controls')}"] [role=option]`, label)),
    )
  },
  sent: [String(id)],
})
const click = (field: string, ...sent: string[]): Control => ({
  field,
  set: async (control) => fireEvent.click(control),
  sent,
})

const PERSON = { Name: text('name'), 'E-mail': text('email'), Affiliation: text('affiliation') }
const COLLABORATOR = {
  'Collaborator name': text('collaborator_name'),
  'Collaborator e-mail': text('collaborator_email'),
  'Collaborator affiliation': text('collaborator_affiliation'),
}
const TERM = { Term: choose('term_id', 'AO6', 6) }
const EARLY = { 'Early career': choose('early_career', 'Graduate student', 1) }
const PROPOSAL = { ...PERSON, ...TERM, Title: text('title') }

const ENTRIES = { controls: { Name: text('name') }, heads: { Name: 'name', Sort: 'sort' } }

interface Screen {
  who: 'office' | 'yale'
  list: ListEndpoint
  /** The controls of its search card, by the labels that the specification gives them. */
  controls: Record<string, Control>
  /** The heads that sort it, and by what. */
  heads: Record<string, string>
  /** A second view of the list, and the heads that sort it there. */
  otherView?: [name: string, heads: Record<string, string>]
}

/** The line of every list screen, by its address. */
const screensOf = ({ keywords, hooks }: TwoTerms): Record<string, Screen> => {
  const full = {
    ...PROPOSAL,
    Abstract: text('abstract'),
    Keywords: choose('keywords', 'Keyword of Lund', keywords.Lund),
  }
  return {
    '/proposers/applicant': {
      who: 'office',
      list: 'applicants.list',
      controls: {
        ...PERSON,
        ...COLLABORATOR,
        ...TERM,
        ...EARLY,
        'Proposal title': text('proposal_title'),
        'Not Registered': click('status', '1', '2'),
        Registered: click('status', '2'),
        Rejected: click('status', ''),
        'Only those it could not register or reject': click('run_failed', 'true'),
      },
      heads: {
        Name: 'name',
        'Email/Affiliation': 'email',
        'Proposal title': 'proposal_title',
        'Early career': 'early_career',
        Status: 'status',
        'Application date': 'created_at',
      },
    },
    '/proposers': {
      who: 'office',
      list: 'proposers.list',
      controls: {
        ...PERSON,
        ...COLLABORATOR,
        ...TERM,
        ...EARLY,
        'Not Created': click('not_created', 'false'),
        'Not Submitted': click('not_submitted', 'false'),
        Submitted: click('submitted', 'false'),
      },
      heads: {
        Name: 'name',
        'Email/Affiliation': 'email',
        'ID: Title': 'title',
        'Early career': 'early_career',
        Status: 'status',
      },
    },
    '/proposers/collaborators': {
      who: 'office',
      list: 'proposers.people',
      controls: { ...PERSON, ...TERM },
      heads: {
        Name: 'name',
        'E-mail': 'email',
        Affiliation: 'affiliation',
        Role: 'position',
        Term: 'term_id',
        'Proposal ID': 'proposal_id',
      },
    },
    '/proposals': {
      who: 'office',
      list: 'staff.list',
      controls: {
        'Title or name': text('search'),
        ...full,
        'Not Submitted': click('not_submitted', 'false'),
        Submitted: click('submitted', 'false'),
        Scored: click('scored', 'false'),
        Excellent: click('excellent', 'false'),
        'Very Good': click('very_good', 'false'),
        Good: click('good', 'false'),
        Fair: click('fair', 'false'),
        Poor: click('poor', 'false'),
        '(Not Scored)': click('not_scored', 'false'),
        Unlocked: click('is_unlocked', 'true'),
        'Reviewed or scored': click('is_reviewed', 'true'),
        'A reviewer': click('without_reviewer', 'true'),
        'A global score': click('to_score', 'true'),
        'Submission after an unlock': click('unlock_ended', 'true'),
        'A decision on its withdrawal': click('withdrawal_asked', 'true'),
        'A question to its reviewers': click('question_waiting', 'true'),
      },
      heads: {
        Name: 'name',
        'Email/Affiliation': 'affiliation',
        'ID: Title': 'title',
        Status: 'progress',
        'Global Score': 'global_score',
      },
      otherView: [
        'Ranking',
        {
          Rank: 'rank',
          Average: 'rank_average',
          'ID: Title': 'title',
          Name: 'name',
          'Email/Affiliation': 'affiliation',
          Status: 'progress',
          Reports: 'reports_submitted',
          Science: 'science_score_average',
          Technical: 'technical_score_average',
          Total: 'total_score_average',
          Spread: 'spread',
          Adjusted: 'adjusted',
          'Exp. rank': 'expected',
          'Global Score': 'global_score',
        },
      ],
    },
    '/proposals/reviewers': { who: 'office', list: 'staff.withReviewers', controls: TERM, heads: {} },
    '/proposals/assigned_samples': {
      who: 'office',
      list: 'staff.withAssignedSamples',
      controls: PROPOSAL,
      heads: {
        Id: 'id',
        Name: 'name',
        'Email/Affiliation': 'email',
        Title: 'title',
        'Global Score': 'global_score',
      },
    },
    '/proposals/assigned_proposals': {
      who: 'yale',
      list: 'reports.assigned',
      controls: { ...full, Rank: choose('rank', '2', 2) },
      heads: {
        Name: 'name',
        Affiliation: 'affiliation',
        'ID: Title': 'proposal_id',
        Rank: 'rank',
        'Science Score': 'science_score',
        'Technical Score': 'technical_score',
        Status: 'status',
      },
    },
    '/mail-log': {
      who: 'office',
      list: 'mail.log',
      controls: {
        Person: text('person'),
        'Subject or kind': text('subject'),
        State: choose('state', 'Failed', 'failed'),
        From: day('from', 10),
        To: day('to', 11),
        'Mail ID': number('id', 12),
      },
      heads: { 'Written at': 'created_at' },
    },
    '/audit-log': {
      who: 'office',
      list: 'audit.list',
      controls: {
        User: text('user'),
        'User ID': number('user_id', 12),
        Object: choose('object', 'Report', 'report'),
        'Object ID': number('object_id', 13),
        Action: choose('action', 'Report: Report submitted', 'report.submit'),
        From: day('from', 10),
        To: day('to', 11),
      },
      heads: { When: 'at' },
    },
    '/system/web-hooks/deliveries': {
      who: 'office',
      list: 'webHooks.deliveries',
      controls: {
        'Web hook': choose('hook_id', 'Alder', hooks.Olivine.hook_id),
        Event: choose('event', 'Piece moved', 'piece.moved'),
        State: choose('state', 'Failed', 'failed'),
        From: day('from', 10),
        To: day('to', 11),
        Sequence: number('id', 14),
      },
      heads: { 'Happened at': 'occurred_at' },
    },
    '/group-mail': {
      who: 'office',
      list: 'mail.list',
      controls: { Keyword: text('keyword'), 'E-mail': text('email') },
      heads: { Title: 'title', 'Transmission Date': 'transmission_date' },
    },
    '/results': {
      who: 'office',
      list: 'results.list',
      controls: {
        'Title, name or affiliation': text('search'),
        ...TERM,
        State: choose('state', 'Checked', 'checked'),
        Outcome: choose('outcome', 'Granted in part', 'part'),
        Answer: choose('answer', 'Answer overdue', 'overdue'),
        'A declined sample to take note of': click('declined', 'true'),
      },
      heads: {
        'ID: Title': 'title',
        'Name, Affiliation': 'name',
        Outcome: 'outcome',
        State: 'state',
        Answer: 'answer_by',
      },
    },
    '/reviewers': {
      who: 'office',
      list: 'reports.reviewers',
      controls: {
        ...PERSON,
        ...TERM,
        'Not Requested': click('status', '1', '2', '3', '9'),
        Requested: click('status', '2', '3', '9'),
        Accepted: click('status', '3', '9'),
        Submitted: click('status', '9'),
        Declined: click('status', ''),
      },
      heads: { Name: 'name', 'E-mail': 'email', Affiliation: 'affiliation' },
    },
    '/loans': {
      who: 'office',
      list: 'loans.list',
      controls: {
        'Holder, loan or piece': text('search'),
        Status: choose('open', 'Closed', 'closed'),
        'To do': choose('task', 'To close', 'closing'),
        State: choose('state', 'In use', 'in_use'),
        'Waits for': choose('waits_for', 'Curation', 'curation'),
        Asteroid: choose('asteroid', 'Bennu', 2),
        Proposal: number('proposal_id', 14),
        ...TERM,
        Late: click('late', 'true'),
      },
      heads: {
        'Loan: Holder': 'borrower_name',
        State: 'state',
        'Mass out': 'out_ug',
        Due: 'due_on',
      },
    },
    '/pieces': {
      who: 'office',
      list: 'pieces.list',
      controls: {
        'Name or form': text('name'),
        'Holder or place': text('holder'),
        State: choose('state', 'In use', 'in_use'),
        Asteroid: choose('db_type', 'Bennu', 2),
        Gas: click('gas', 'true'),
        'Write-off proposed': click('write_off', 'true'),
      },
      heads: { Piece: 'name', State: 'state', With: 'holder', Now: 'present', 'Last event': 'last_at' },
    },
    '/publications': {
      who: 'office',
      list: 'publications.list',
      controls: {
        Title: text('title'),
        Piece: text('piece'),
        Proposal: number('proposal_id', 14),
        Year: number('year', 2027),
        State: choose('state', 'Confirmed', 'confirmed'),
      },
      heads: { Title: 'title', Year: 'year', Added: 'added_at' },
    },
    '/masters/keywords': { who: 'office', list: 'keywords.list', ...ENTRIES },
    '/masters/methods': { who: 'office', list: 'methods.list', ...ENTRIES },
    '/masters/organisations': {
      who: 'office',
      list: 'organisations.list',
      controls: { 'Name or spelling': text('name') },
      heads: { Name: 'name', People: 'people' },
    },
    '/masters/organisations/affiliations': {
      who: 'office',
      list: 'organisations.affiliations',
      controls: { Affiliation: text('affiliation') },
      heads: { Affiliation: 'affiliation', People: 'people' },
    },
    '/users': {
      who: 'office',
      list: 'users.list',
      controls: {
        ...PERSON,
        Status: choose('status', 'Disabled', 'disabled'),
        'Administration office': click('is_admin', 'false'),
        Panel: click('is_panel', 'false'),
        Reviewer: click('is_reviewer', 'false'),
        Curation: click('is_curation', 'false'),
        Proposer: click('is_proposer', 'false'),
      },
      heads: { Name: 'name', 'E-mail': 'email', Affiliation: 'affiliation' },
    },
  }
}

const sources = import.meta.glob<string>('./**/*.tsx', { query: '?raw', import: 'default', eager: true })
const listScreens = Object.keys(sources)
  .filter((file) => file.endsWith('/index.tsx') && /<(Entry)?ListPage/u.test(sources[file]!))
  .map((file) => file.replace(/^\.|\/index\.tsx$/gu, ''))

/** A query, field by field. */
const fieldsOf = (query: URLSearchParams) =>
  Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]))

/** What the calls to an address are asked with from now on. */
function queriesTo(path: string) {
  const queries: URLSearchParams[] = []
  const network = globalThis.fetch
  globalThis.fetch = (address, ...rest) => {
    const [to, query] = String(address).split('?')
    if (to === path) queries.push(new URLSearchParams(query))
    return network(address, ...rest)
  }
  return queries
}

/** What a control is called. */
const labelOf = (input: HTMLInputElement) =>
  input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent

/** The controls by what one query can tell apart: no two of a round have the same field, or send the same. */
function roundsOf(controls: Record<string, Control>) {
  const rounds: [string, Control][][] = []
  for (const control of Object.entries(controls)) {
    const [, { field, sent }] = control
    const round = rounds.find((one) =>
      one.every(([, other]) => other.field !== field && String(other.sent) !== String(sent)),
    )
    if (round) round.push(control)
    else rounds.push([control])
  }
  return rounds
}

/** The buttons of the heads that sort. */
const sorters = () => [...document.querySelectorAll<HTMLElement>('thead th button')]

/** Presses every head that sorts; then the query says so, and nothing else is asked for otherwise. */
async function sortByAll(address: string, heads: Record<string, string>, queries: URLSearchParams[]) {
  const { sort: _, dir: __, ...before } = fieldsOf(queries.at(-1)!)
  expect
    .soft(
      sorters().map(({ textContent }) => textContent),
      `the heads of ${address}`,
    )
    .toEqual(Object.keys(heads))
  for (const [head, sort] of Object.entries(heads)) {
    const asked = queries.length
    fireEvent.click(sorters().find(({ textContent }) => textContent === head)!)
    // What was asked for before the click may be sent after it.
    await waitFor(() => {
      expect(queries.length, `${head} of ${address} asks`).toBeGreaterThan(asked)
      const { dir, ...rest } = fieldsOf(queries.at(-1)!)
      expect(rest, `${head} of ${address}`).toEqual({ ...before, sort: [sort] })
      const sorted = document.querySelector('th[aria-sort]')
      expect(sorted?.getAttribute('aria-sort')).toBe(`${dir}ending`)
      expect(sorted?.textContent).toContain(head)
    })
  }
}

test(
  'every control of every list screen asks by its own field, and every head that sorts by its own, and by no other',
  () =>
    withBrowser(async (world, window) => {
      const scene = await createTwoTerms(world)
      const screens = screensOf(scene)
      expect(Object.keys(screens).sort()).toEqual(listScreens.sort())
      for (const [address, { who, list, controls, heads, otherView }] of Object.entries(screens)) {
        const { open } = await window(scene[who])
        const [area, name] = list.split('.') as [string, string]
        const calls = (api as never as Record<string, Record<string, { endpoint: { path: string } }>>)[area]!
        const queries = queriesTo(calls[name]!.endpoint.path)
        open(address)
        await screen.findByText(/^\d+ results$/u)
        await sortByAll(address, heads, queries)
        if (otherView) {
          fireEvent.click(withText('button', otherView[0]))
          await waitFor(() => expect(sorters().length).toBe(Object.keys(otherView[1]).length))
          await sortByAll(address, otherView[1], queries)
        }
        const button = withText<HTMLButtonElement>('button', 'Search')
        // Those behind 'More filters' are made once the browser has been idle.
        const inputs = await waitFor(() => {
          const made = [...button.form!.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')]
          expect(made.length, `the controls of ${address}`).toBe(Object.keys(controls).length)
          return made
        })
        for (const round of roundsOf(controls)) {
          const asked = queries.length
          const wanted = fieldsOf(queries.at(-1)!)
          for (const [label, { field, set, sent }] of round) {
            await set(inputs.find((input) => labelOf(input) === label)!)
            wanted[field] = sent
          }
          fireEvent.click(button)
          const labels = round.map(([label]) => label).join(', ')
          await waitFor(() => {
            expect(queries.length, `${labels} of ${address} ask`).toBeGreaterThan(asked)
            expect(fieldsOf(queries.at(-1)!), `${labels} of ${address}`).toEqual(wanted)
          })
        }
      }
    }),
  900_000,
)

test('a list has a hundred rows a page on request, in the address and for this tab; beyond its last page it shows that', () =>
  withBrowser(async ({ ctx }, window) => {
    await aTerm(ctx())
    for (let count = 0; count < 21; count++) await aNotice(ctx())
    const { user, open, path } = await window(await aUser(ctx(), ['admin']))
    open('/proposers/applicant?sort=name&dir=desc')
    await screen.findByText('21 results')
    expect(document.querySelectorAll('[data-row]')).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: '100 rows a page' }))
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(21))
    expect(path()).toContain('per_page=100')
    expect(path()).toContain('sort=name&dir=desc')
    open('/proposers/applicant')
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(21))
    open('/proposers/applicant?per_page=20&page=900&name=')
    await waitFor(() => expect(path()).toContain('page=2'))
    await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
    open('/proposers/applicant?page=900&per_page=100')
    await waitFor(() => expect(path()).not.toContain('page=900'))
  }))
