import { writeFile } from 'node:fs/promises'
import type { NoticeInput } from '#domain/applicants/contract.ts'
import { ProposalInput } from '#domain/proposals/contract.ts'
import { SentFile } from '#domain/upload.ts'
import type { Ctx } from '../platform/context.ts'
import { pdf } from '../platform/pdf/document.ts'
import { saveProposal, submitProposal } from '../proposals/service.ts'
import { aProposer } from './people.ts'

/** A small PDF of one page. */
export const aPdf = async (title = 'Attachment') => ({
  name: `${title}.pdf`,
  bytes: await pdf(title, (page) => page.paragraph(`This is ${title}.`)),
})

/** A file as it stands in a form that the server has read. */
export async function aSentFile({ files }: Ctx, { name, bytes }: { name: string; bytes: Uint8Array }) {
  const path = files.temporary()
  await writeFile(path, bytes)
  return new SentFile(name, path, bytes.length)
}

type Sent = Partial<Record<keyof ProposalInput, unknown>>

/** What the edit form sends for a proposal that is complete: one Any particle of Ryugu, a keyword and a method. */
export const aProposalInput = (sent: Sent = {}): ProposalInput =>
  ProposalInput.parse({
    title: 'The water that the grains have met',
    abstract: 'We ask what the grains say of the water they met.',
    check_organization: 1,
    check_collaborators: 1,
    keywords_other: [{ name: 'Aqueous alteration' }],
    methods_other: [{ name: 'SEM-EDS' }],
    samples: [{ db_type: 1, type: 0, any: 1, size: 1.5, chamber: 1 }],
    ...sent,
  })

interface Made {
  notice?: Partial<NoticeInput>
  input?: Sent
}

/** A registered proposer whose proposal of the current term is saved but not submitted. */
export async function aSavedProposal(office: Ctx, { notice, input }: Made = {}) {
  const proposer = await aProposer(office, notice)
  await saveProposal(office.as(proposer.actor), proposer.proposal_id, aProposalInput(input))
  return proposer
}

/** A registered proposer whose proposal of the current term is submitted. */
export async function aSubmittedProposal(office: Ctx, made: Made = {}) {
  const proposer = await aSavedProposal(office, made)
  await submitProposal(office.as(proposer.actor), proposer.proposal_id)
  return proposer
}
