import { describe, expect, test } from 'vitest'
import { pdf } from '../../platform/pdf/document.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { sendForm } from '../../testing/multipart.ts'
import { pdfText } from '../../testing/pdf.ts'
import { findMails } from '../../testing/reviews.ts'
import { withServer } from '../../testing/test_server.ts'

const paper = async () => ({
  name: 'signed.pdf',
  bytes: await pdf('Signed', (page) => page.paragraph('Signed.')),
})

describe('a loan that was made from a result', () => {
  test('waits for its agreement, with what was granted and a number that tells nothing', () =>
    withServer(async (world) => {
      const { lend, loan, people, proposal_id } = await loanScene(world)
      const number = await lend('agreement_due', [2.004, 1.85])
      expect(number).toMatch(/^L\d{4}$/u)
      expect(await loan(number)).toMatchObject({
        state: 'agreement_due',
        proposal_id,
        borrower_name: people.holder.name,
        pieces: 2,
        due_on: null,
        next: { who: 'office', kind: 'send_agreement', verb: 'Send agreement' },
      })
    }))
})

describe('the agreement', () => {
  test('is sent to its borrower, with the pieces, and can be sent again', () =>
    withServer(async (world) => {
      const { lend, loan, office, people } = await loanScene(world)
      const number = await lend('agreement_due')
      await office.api.loans.sendAgreements({ body: { numbers: [number] } })
      await office.api.loans.sendAgreements({ body: { numbers: [number] } })
      const mails = await findMails(world, 'loan_agreement')
      expect(mails.map(({ recipients }) => recipients)).toEqual([
        [people.holder.email],
        [people.holder.email],
      ])
      expect(mails[0]!.body).toContain('2.004 mg')
      expect((await loan(number)).next).toMatchObject({ who: 'holder', kind: 'sign', verb: null })
    }))

  test('names those that cannot be sent beside those that were', () =>
    withServer(async (world) => {
      const { lend, office } = await loanScene(world)
      const complete = await lend('ready_to_pack')
      const due = await lend('agreement_due')
      const { message } = await office.api.loans.sendAgreements({ body: { numbers: [due, complete] } })
      expect(message).toBe(
        `The agreement of ${due} has been sent. Left out: ${complete}: The agreement is complete.`,
      )
    }))

  test('is a PDF of the words of the template and of each piece', () =>
    withServer(async (world) => {
      const { lend, holder, loan, people } = await loanScene(world)
      const number = await lend('agreement_sent', [2.004, 1.85])
      const { piece_list } = await loan(number)
      const bytes = await holder.api.loans.agreementPdf({ params: { number } })
      const text = await pdfText(bytes as Buffer)
      for (const said of [`Loan agreement ${number}`, people.holder.name, '2.004 mg', '1.850 mg'])
        expect(text).toContain(said)
      for (const { name } of piece_list) expect(text).toContain(name)
    }))

  test('is signed by its borrower, then countersigned, and both are kept', () =>
    withServer(async (world) => {
      const { lend, holder, loan, office } = await loanScene(world)
      const number = await lend('agreement_sent')
      const signed = await sendForm(holder, `/api/loans/${number}/signed`, await paper())
      expect([signed.statusCode, signed.json().result]).toEqual([200, 1])
      expect((await loan(number)).next).toMatchObject({ kind: 'countersign', verb: 'Countersign' })
      const reply = await sendForm(office, `/api/loans/${number}/countersign`, {
        ...(await paper()),
        name: 'both.pdf',
      })
      expect(reply.json().result).toBe(1)
      const { state, files, agreement } = await loan(number)
      expect([state, agreement.on_paper]).toEqual(['ready_to_pack', false])
      expect(files.map(({ kind, name }) => [kind, name])).toEqual([
        ['signed', 'signed.pdf'],
        ['countersigned', 'both.pdf'],
      ])
      const file = await holder.request('GET', `/api/loans/${number}/files/2`)
      expect([file.statusCode, file.headers['content-disposition']]).toEqual([
        200,
        expect.stringContaining('both.pdf'),
      ])
    }))

  test('is complete when the office has it on paper, once', () =>
    withServer(async (world) => {
      const { lend, loan, office } = await loanScene(world)
      const number = await lend('agreement_sent')
      const onPaper = () => office.api.loans.onPaper({ params: { number }, body: {} })
      expect((await onPaper()).result).toBe(1)
      expect(await loan(number)).toMatchObject({ state: 'ready_to_pack', agreement: { on_paper: true } })
      expect(await onPaper()).toMatchObject({ result: 0, message: 'The agreement is complete.' })
    }))

  test.each([
    ['an empty file', 'signed.pdf', '', 'This file is empty.'],
    ['a text called PDF', 'signed.pdf', 'Hello', /PDF/u],
    ['another kind of file', 'signed.docx', 'Hello', 'Only PDF files can be uploaded.'],
  ])('cannot be signed by %s', (_, name, bytes, why) =>
    withServer(async (world) => {
      const { lend, holder } = await loanScene(world)
      const number = await lend('agreement_sent')
      const reply = await sendForm(holder, `/api/loans/${number}/signed`, { name, bytes })
      expect([reply.statusCode, reply.json().errors.file[0]]).toEqual([
        400,
        typeof why === 'string' ? why : expect.stringMatching(why),
      ])
    }),
  )

  test('is not countersigned by its own borrower', () =>
    withServer(async (world) => {
      const { lend, office, people } = await loanScene(world)
      const number = await lend('agreement_sent')
      await world.db
        .updateTable('loans')
        .set({ borrower_user_id: people.office.id })
        .where('number', '=', number)
        .execute()
      expect(await office.api.loans.onPaper({ params: { number }, body: {} })).toMatchObject({
        result: 0,
        message: 'Someone else decides about your own loan.',
      })
    }))
})
