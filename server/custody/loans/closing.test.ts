import { describe, expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { pdf } from '../../platform/pdf/document.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { sendForm } from '../../testing/multipart.ts'
import { findMails } from '../../testing/reviews.ts'
import { withServer } from '../../testing/test_server.ts'
import { sendLoanReminders } from './reminders.ts'

const byNumber = (number: string) => ({ params: { number } })
const REASON = 'Beamtime was moved to November.'

describe('an extension', () => {
  test('is asked with a reason before the due day, granted by the office, and told', () =>
    withServer(async (world) => {
      world.at('2027-03-01T10:00:00Z')
      const { lend, loan, holder, office, people } = await loanScene(world)
      const number = await lend('in_use')
      const ask = () =>
        holder.api.loans.askExtension({ ...byNumber(number), body: { until: '2028-08-31', reason: REASON } })
      expect((await ask()).result).toBe(1)
      expect(await ask()).toMatchObject({
        result: 0,
        message: 'An extension until 2028-08-31 is already asked for.',
      })
      expect(await loan(number)).toMatchObject({
        due_on: '2028-02-29',
        next: { kind: 'extension', label: 'extension asked: 2028-08-31', verb: 'Decide' },
        extension: { until: '2028-08-31', nth: 1, days_before_due: 365 },
      })
      const decide = () =>
        office.api.loans.decideExtension({
          ...byNumber(number),
          body: { granted: true, until: '2028-06-30', note: 'Until then.' },
        })
      expect((await decide()).result).toBe(1)
      expect((await decide()).message).toBe('No extension is asked for.')
      expect(await loan(number)).toMatchObject({
        due_on: '2028-06-30',
        extension: null,
        extensions: [{ granted: true, until: '2028-06-30' }],
      })
      const [mail] = await findMails(world, 'loan_extension')
      expect([mail!.recipients, mail!.subject]).toEqual([
        [people.holder.email],
        `Loan ${number} extended until 2028-06-30`,
      ])
    }))

  test('that is refused leaves the day', () =>
    withServer(async (world) => {
      world.at('2027-03-01T10:00:00Z')
      const { lend, loan, holder, office } = await loanScene(world)
      const number = await lend('in_use')
      await holder.api.loans.askExtension({
        ...byNumber(number),
        body: { until: '2028-08-31', reason: REASON },
      })
      await office.api.loans.decideExtension({ ...byNumber(number), body: { granted: false, note: '' } })
      expect(await loan(number)).toMatchObject({ due_on: '2028-02-29', extensions: [{ granted: false }] })
      expect((await findMails(world, 'loan_extension'))[0]!.subject).toContain('cannot be extended')
    }))

  test('is not asked by the holder after the due day, but by the office for them', () =>
    withServer(async (world) => {
      world.at('2027-03-01T10:00:00Z')
      const { lend, people } = await loanScene(world)
      const number = await lend('in_use')
      world.at('2028-03-01T10:00:00Z')
      const ask = async (actor: typeof people.holder) =>
        (await world.as(actor)).api.loans.askExtension({
          ...byNumber(number),
          body: { until: '2028-08-31', reason: REASON },
        })
      expect((await ask(people.holder)).message).toContain('The samples were due on 2028-02-29.')
      expect((await ask(people.office)).result).toBe(1)
    }))

  test.each([
    ['2028-02-29', 'Enter a day after 2028-02-29.'],
    ['2028-01-01', 'Enter a day after 2028-02-29.'],
    ['soon', 'Enter a day.'],
  ])('until %s is refused', (until, why) =>
    withServer(async (world) => {
      world.at('2027-03-01T10:00:00Z')
      const { lend, holder } = await loanScene(world)
      const number = await lend('in_use')
      const reply = await holder.request('PUT', `/api/loans/${number}/ask_extension`, {
        until,
        reason: REASON,
      })
      expect([reply.statusCode, reply.json().errors.until]).toEqual([400, [why]])
    }),
  )
})

describe('a successor', () => {
  test('takes over what the borrower has and what is on the way; the borrower sees it no more', () =>
    withServer(async (world) => {
      const { lend, loan, office, holder, other, people } = await loanScene(world)
      const number = await lend('dispatched', [2, 3])
      const [first] = (await loan(number)).piece_list
      await holder.api.loans.receive({
        ...byNumber(number),
        body: { pieces: [{ piece: first!.piece, found: first!.present, condition: '' }] },
      })
      const handOver = () =>
        office.api.loans.handOver({
          ...byNumber(number),
          body: { user_id: people.other.id, name: '', email: '', affiliation: '', reason: 'She has died.' },
        })
      expect((await handOver()).result).toBe(1)
      expect((await handOver()).message).toBe(`${people.other.name} is the borrower already.`)
      const after = await loan(number)
      expect(after.borrower_name).toBe(people.other.name)
      expect(after.piece_list.map(({ holder }) => holder)).toEqual([
        people.other.name,
        `on the way to ${people.other.name}`,
      ])
      expect((await holder.request('GET', `/api/loans/${number}`)).statusCode).toBe(404)
      const second = after.piece_list[1]!
      const received = await other.api.loans.receive({
        ...byNumber(number),
        body: { pieces: [{ piece: second.piece, found: second.present, condition: '' }] },
      })
      expect(received.result).toBe(1)
      expect((await findMails(world, 'loan_handed_over')).map(({ recipients }) => recipients[0])).toEqual([
        people.holder.email,
        people.other.email,
      ])
    }))

  test('without an account is named, and the office acts for them', () =>
    withServer(async (world) => {
      const { lend, loan, office, piece } = await loanScene(world)
      const number = await lend('in_use', [2])
      await office.api.loans.handOver({
        ...byNumber(number),
        body: { name: 'Bo Ek', email: 'bo.ek@example.org', affiliation: 'Institute', reason: 'Moved.' },
      })
      expect(await loan(number)).toMatchObject({ borrower_name: 'Bo Ek', no_account: true })
      const one = await piece(number)
      const { result } = await office.api.loans.consume({
        ...byNumber(number),
        body: { piece: one.piece, consumed: 10, method: 'SIMS' },
      })
      expect([one.holder, result]).toEqual(['Bo Ek', 1])
    }))

  test('of someone whose address has an account is that account', () =>
    withServer(async (world) => {
      const { lend, other, office, people } = await loanScene(world)
      const number = await lend('in_use', [2])
      await office.api.loans.handOver({
        ...byNumber(number),
        body: { name: 'X', email: people.other.email.toUpperCase(), affiliation: '', reason: 'Moved.' },
      })
      expect((await other.api.loans.mine({})).loans.map((one) => one.number)).toEqual([number])
    }))
})

describe('closing', () => {
  test('needs everything accounted for, and the report of use', () =>
    withServer(async (world) => {
      const { lend, loan, office, holder, piece } = await loanScene(world)
      const number = await lend('sent_back', [2])
      const close = (without_report = '') =>
        office.api.loans.close({ ...byNumber(number), body: { without_report } })
      const one = await piece(number)
      expect((await close('x')).message).toBe(`${one.name} is not accounted for.`)
      await office.api.loans.confirmReturn({
        ...byNumber(number),
        body: { piece: one.piece, found: 2000, place: 'N2', reason: '' },
      })
      expect((await close()).message).toContain('The report of use is not in.')
      expect((await loan(number)).next).toMatchObject({ who: 'holder', kind: 'report' })
      const report = { name: 'report.pdf', bytes: await pdf('Report', (page) => page.paragraph('Used.')) }
      const sent = await sendForm(holder, `/api/loans/${number}/report`, report, {
        note: 'Two papers follow.',
      })
      expect(sent.json().result).toBe(1)
      expect((await loan(number)).next).toMatchObject({ who: 'office', kind: 'close', verb: 'Close' })
      expect((await close()).result).toBe(1)
      expect((await close()).message).toBe(`Loan ${number} is closed.`)
      expect(await loan(number)).toMatchObject({ state: 'closed', next: { kind: null, label: '' } })
      expect((await findMails(world, 'loan_closed')).length).toBe(1)
    }))

  test('without a report needs a reason; what is closed is refused by name, until it is opened again', () =>
    withServer(async (world) => {
      const { lend, loan, office } = await loanScene(world)
      const number = await lend('returned', [2])
      await office.api.loans.close({ ...byNumber(number), body: { without_report: 'The group has ended.' } })
      const note = () =>
        office.api.loans.noteUnlent({ ...byNumber(number), body: { description: 'A cup', note: '' } })
      expect((await note()).message).toBe(`Loan ${number} is closed.`)
      await office.api.loans.reopen({ ...byNumber(number), body: { reason: 'A mistake.' } })
      expect((await loan(number)).state).toBe('returned')
      expect((await note()).result).toBe(1)
    }))

  test('before anything was sent is a cancellation, with its reason and without a mail', () =>
    withServer(async (world) => {
      const { lend, office } = await loanScene(world)
      const number = await lend('ready_to_pack', [2])
      const close = (without_report: string) =>
        office.api.loans.close({ ...byNumber(number), body: { without_report } })
      expect((await close('')).result).toBe(0)
      expect((await close('The proposer has withdrawn.')).result).toBe(1)
      expect(await findMails(world, 'loan_closed')).toEqual([])
    }))

  test('with a version that is not the present one is 409', () =>
    withServer(async (world) => {
      const { lend, loan, office } = await loanScene(world)
      const number = await lend('returned', [2])
      const { version } = await loan(number)
      await office.api.loans.noteUnlent({ ...byNumber(number), body: { description: 'A cup', note: '' } })
      const reply = await office.request('PUT', `/api/loans/${number}/close`, {
        without_report: 'x',
        version,
      })
      expect(reply.statusCode).toBe(409)
    }))
})

describe('a loan keeps its record', () => {
  test('when its borrower is disabled: the office acts on behalf, and nothing is mailed', () =>
    withServer(async (world) => {
      const { lend, loan, office, people } = await loanScene(world)
      const number = await lend('in_use', [2])
      await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).execute()
      await world.db.deleteFrom('mails').execute()
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', people.holder.id).execute()
      expect(await loan(number)).toMatchObject({
        borrower_name: people.holder.name,
        borrower_email: '',
        no_account: true,
      })
      expect((await office.api.loans.remind({ body: { numbers: [number] } })).message).toBe(
        `The borrower of ${number} has no e-mail address.`,
      )
      await sendLoanReminders(world.services)
      expect(await world.db.selectFrom('mails').select('kind').execute()).toEqual([])
      await world.db
        .updateTable('users')
        .set({ disabled: false })
        .where('id', '=', people.holder.id)
        .execute()
      expect((await office.api.loans.remind({ body: { numbers: [number] } })).result).toBe(1)
    }))

  test('when its borrower is deleted: the name stays, the address goes, nothing is mailed', () =>
    withServer(async (world) => {
      const { lend, loan, office, people } = await loanScene(world)
      const number = await lend('in_use', [2])
      await world.db.updateTable('users').set({ disabled: true }).where('id', '=', people.holder.id).execute()
      const { id } = people.holder
      expect((await office.api.users.remove({ params: { id } })).result).toBe(1)
      expect(await loan(number)).toMatchObject({
        borrower_name: people.holder.name,
        borrower_email: '',
        no_account: true,
      })
      await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).execute()
      expect((await office.api.loans.remind({ body: { numbers: [number] } })).message).toBe(
        `The borrower of ${number} has no e-mail address.`,
      )
      const successor = await aUser(world.ctx(), ['reviewer'])
      const { result } = await office.api.loans.handOver({
        ...byNumber(number),
        body: { user_id: successor.id, name: '', email: '', affiliation: '', reason: 'Deleted.' },
      })
      expect(result).toBe(1)
    }))

  test('when its call and its proposal are deleted', () =>
    withServer(async (world) => {
      const { lend, loan, proposal_id } = await loanScene(world)
      const number = await lend('in_use', [2])
      const { title } = await loan(number)
      for (const table of ['proposals', 'applicants', 'terms'] as const)
        await world.db.deleteFrom(table).execute()
      expect(await loan(number)).toMatchObject({ proposal_id, title, term_id: 7, state: 'in_use' })
    }))
})
