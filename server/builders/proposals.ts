import { writeFile } from 'node:fs/promises'
import type { NoticeInput } from '#domain/applicants/contract.ts'
import { ProposalInput } from '#domain/proposals/contract.ts'
import { SentFile } from '#domain/upload.ts'
import type { Ctx } from '../platform/context.ts'
import { pdf } from '../platform/pdf/document.ts'
import { saveProposal, submitProposal } from '../proposals/service.ts'
import { aProposer } from './people.ts'

export const aPdf = async (title = 'Attachment') => ({
  name: `${title}.pdf`,
  bytes: await pdf(title, (page) => page.paragraph(`This is ${title}.`)),
})

/** An uploaded file, as a parsed multipart form has it. */
export async function aSentFile({ files }: Ctx, { name, bytes }: { name: string; bytes: Uint8Array }) {
  const path = files.temporary()
  await writeFile(path, bytes)
  return new SentFile(name, path, bytes.length)
}

type ProposalFields = Partial<Record<keyof ProposalInput, unknown>>

/** The input of a complete proposal: one request for any particle of Ryugu, a keyword and a method. */
export const aProposalInput = (fields: ProposalFields = {}): ProposalInput =>
  ProposalInput.parse({
    title: 'The water that the grains have met',
    abstract: 'We ask what the grains say of the water they met.',
    check_organization: 1,
    check_collaborators: 1,
    keywords_other: [{ name: 'Aqueous alteration' }],
    methods_other: [{ name: 'SEM-EDS' }],
    samples: [{ db_type: 1, type: 0, any: 1, size: 1.5, chamber: 1 }],
    ...fields,
  })

interface ProposalOptions {
  notice?: Partial<NoticeInput>
  input?: ProposalFields
}

/** A registered proposer whose proposal of the current term is saved but not submitted. */
export async function aSavedProposal(office: Ctx, { notice, input }: ProposalOptions = {}) {
  const proposer = await aProposer(office, notice)
  await saveProposal(office.as(proposer.actor), proposer.proposal_id, aProposalInput(input))
  return proposer
}

/** A registered proposer whose proposal of the current term is submitted. */
export async function aSubmittedProposal(office: Ctx, options: ProposalOptions = {}) {
  const proposer = await aSavedProposal(office, options)
  await submitProposal(office.as(proposer.actor), proposer.proposal_id)
  return proposer
}
