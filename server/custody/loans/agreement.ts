import { formatAmount } from '#domain/custody/amounts.ts'
import { loanTemplates } from '#domain/custody/loans/mail_templates.ts'
import * as rules from '#domain/custody/loans/rules.ts'
import { done, saved } from '#domain/endpoint.ts'
import { mergeTemplate } from '#domain/mail_merge.ts'
import { officeText } from '#domain/mail_text.ts'
import { getSetting } from '../../masters/settings.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { findOffice, findWords } from '../../platform/outbox/compose.ts'
import { pdf } from '../../platform/pdf/document.ts'
import {
  isOnBehalf,
  type LoanFacts,
  type LockedLoan,
  lockForHolder,
  lockLoan,
  saveLoan,
  tell,
} from './facts.ts'
import { addFile, type SentPaper, withStoredPaper } from './files.ts'
import { findVisible } from './list.ts'
import { agreementDocument, agreementMail } from './mails.ts'

/** The pieces of a loan as papers and mails list them: what went out, or what is on record before. */
export const piecesText = (
  loan: LoanFacts,
  isListed: (piece: LoanFacts['pieces'][number]) => boolean = () => true,
) =>
  loan.pieces
    .filter((piece) => piece.state !== 'split' && isListed(piece))
    .map((piece) => rules.pieceLine(piece.record, piece.record.loan_present ?? piece.present))
    .join('\n')

/** What is lent: the pieces that no other of the loan was split into. */
const lentPieces = (loan: LoanFacts) => loan.pieces.filter(({ record }) => record.parent_id === null)

/** Sends agreements to their borrowers, again where they have it already; those that cannot be sent are named. */
export const sendAgreements = (ctx: Ctx, numbers: readonly string[]) =>
  ctx.write(async (tx) => {
    const sent: string[] = []
    const left: string[] = []
    for (const number of [...new Set(numbers)].sort()) {
      const loan = await lockLoan(tx, number)
      const why = rules.whyNotSendAgreement(loan)
      if (why) {
        left.push(`${number}: ${why}`)
        continue
      }
      const at = tx.now().toISOString()
      await saveLoan(tx, loan, { agreement_sent_at: at })
      await tell(tx, loan, 'send_agreement', `Agreement sent to ${loan.record.borrower_name}`)
      await tx.audit('loan.send_agreement', loan.record, { agreement_sent_at: at }, loan.record)
      await tx.mail(agreementMail(tx.config, loan.record, piecesText(loan)))
      sent.push(number)
    }
    tx.refuse(sent.length === 0 ? left.join(' ') : null)
    const said = `${sent.length === 1 ? 'The agreement' : `${sent.length} agreements`} of ${sent.join(', ')} ${sent.length === 1 ? 'has' : 'have'} been sent.`
    return done([said, ...(left.length > 0 ? ['Left out:', ...left] : [])].join(' '))
  })

/** The borrower's signed agreement. */
export const uploadSigned = (ctx: Ctx, number: string, file: SentPaper) =>
  withStoredPaper(ctx, file, (stored) =>
    ctx.write(async (tx) => {
      const loan = await lockForHolder(tx, number)
      tx.refuse(rules.whyNotUploadSigned(loan))
      await addFile(tx, loan, 'signed', stored)
      const signed_at = tx.now().toISOString()
      const version = await saveLoan(tx, loan, { signed_at })
      await tell(tx, loan, 'upload_signed', 'Signed agreement uploaded', { on_behalf: isOnBehalf(loan) })
      await tx.audit('loan.upload_signed', loan.record, { signed_at, file: stored.name }, loan.record)
      return saved('The signed agreement has been uploaded. The office countersigns it.', version)
    }),
  )

async function complete(tx: Tx, loan: LockedLoan, paper_agreement: boolean) {
  const fields = { agreed_at: tx.now().toISOString(), agreed_by: tx.actor.name, paper_agreement }
  const version = await saveLoan(tx, loan, fields)
  const how = paper_agreement ? 'Agreement received on paper' : 'Agreement countersigned'
  await tell(tx, loan, 'complete_agreement', how)
  await tx.audit('loan.complete_agreement', loan.record, fields, loan.record)
  return saved(`The agreement of ${loan.number} is complete: it can be packed.`, version)
}

export const countersign = (ctx: Ctx, number: string, file: SentPaper) =>
  withStoredPaper(ctx, file, (stored) =>
    ctx.write(async (tx) => {
      const loan = await lockLoan(tx, number)
      tx.refuse(rules.whyNotCountersign(loan, loan.actor))
      await addFile(tx, loan, 'countersigned', stored)
      return complete(tx, loan, false)
    }),
  )

export const markOnPaper = (ctx: Ctx, number: string, version: number | null | undefined) =>
  ctx.write(async (tx) => {
    const loan = await lockLoan(tx, number, version)
    tx.refuse(rules.whyNotCountersign(loan, loan.actor))
    return complete(tx, loan, true)
  })

const PDF_TYPE = 'application/pdf'

/** The agreement of a loan, from its template, with its pieces. Throws 'missing'. */
export async function agreementPdf(ctx: Ctx, number: string): Promise<Attachment> {
  const loan = await findVisible(ctx, number)
  const { record } = loan
  const name = 'loan_agreement_document'
  const days = await getSetting(ctx.db, 'loan_days')
  const office = await findOffice(ctx.db, ctx.config)
  const words = (await findWords(ctx.db, [name]))(name)
  const { values } = agreementDocument(record, { affiliation: record.affiliation, days, pieces: PIECES })
  const { subject, text } = mergeTemplate(loanTemplates[name], words, {
    ...values,
    office: officeText(office),
  })
  const content = await pdf(
    subject,
    (page) => {
      page.heading(subject)
      for (const paragraph of text.split(/\n{2,}/u))
        if (paragraph.trim() === PIECES)
          page.table(
            ['Piece', 'Form', { label: 'Amount', align: 'right' }],
            lentPieces(loan).map((piece) => {
              const { form } = piece.record
              const amount = piece.record.sent ?? piece.weighed ?? piece.present
              return [piece.name, form, formatAmount(piece.unit, amount)]
            }),
          )
        else
          page.paragraph(
            paragraph.replace(
              PIECES,
              lentPieces(loan)
                .map((piece) => piece.name)
                .join(', '),
            ),
          )
      page.subheading('Signatures')
      page.table(
        ['For the office', `For ${record.affiliation || record.borrower_name}`],
        [
          ['\n\n', '\n\n'],
          ['Name, date', `${record.borrower_name}, date`],
        ],
      )
    },
    ctx.now(),
  )
  return new Attachment(`agreement-${number}.pdf`, PDF_TYPE, content)
}

/** Stands for the pieces in the text, in whose place the table is drawn. */
const PIECES = '(the pieces)'
