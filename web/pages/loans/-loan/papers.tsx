import { Anchor, Text } from '@mantine/core'
import { IconCertificate, IconFileText, IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Loan } from '#domain/custody/loans/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { UploadPaper } from './agreement_acts.tsx'
import classes from './loan.module.css'

type LoanFile = Loan['files'][number]

const LABELS: Record<LoanFile['kind'], string> = {
  signed: 'Agreement, signed by the borrower',
  countersigned: 'Agreement, signed and countersigned',
  customs: 'Customs paper',
  report_of_use: 'Report of use',
  photo: 'Photo',
}

/** The papers of a loan: what has been made, what came in, and what is still needed to close it. */
export function Papers({ loan }: { loan: Loan }) {
  const [uploading, setUploading] = useState(false)
  const { files, agreement, report_of_use, packed, steps } = loan
  const at = { params: { number: loan.number } }
  const nameOf = ({ kind, piece, name }: LoanFile) => {
    const of = loan.piece_list.find((one) => one.piece === piece)
    return `${LABELS[kind]}${of ? ` of ${of.name}` : ''}: ${name}`
  }
  return (
    <Section title="Papers" flush>
      <ul className={classes.papers}>
        <Paper icon={<IconCertificate size={16} aria-hidden />} aside={agreementText(agreement)}>
          <Download call={api.loans.agreementPdf} input={at}>
            Agreement
          </Download>
        </Paper>
        {packed && (
          <Paper icon={<IconFileText size={16} aria-hidden />} aside={day(packed.at)}>
            <Download call={api.loans.packingListPdf} input={at}>
              Packing list and customs note
            </Download>
          </Paper>
        )}
        {files.map((file) => (
          <Paper
            key={file.file}
            icon={
              file.kind === 'photo' ? (
                <IconPhoto size={16} aria-hidden />
              ) : (
                <IconFileText size={16} aria-hidden />
              )
            }
            aside={`${day(file.at)}, ${file.by}`}
          >
            <Download call={api.loans.file} input={{ params: { number: loan.number, file: file.file } }}>
              {nameOf(file)}
            </Download>
          </Paper>
        ))}
        {report_of_use === null && steps.dispatched !== null && (
          <Paper
            icon={<IconFileText size={16} aria-hidden />}
            aside={<span className={classes.needed}>needed to close</span>}
          >
            Report of use
          </Paper>
        )}
        {report_of_use?.note && (
          <Paper icon={<IconFileText size={16} aria-hidden />} aside={day(report_of_use.at)}>
            <Text size="sm">{`Note to the report: ${report_of_use.note}`}</Text>
          </Paper>
        )}
      </ul>
      {loan.state !== 'closed' && (
        <div className={classes.buttons}>
          <WriteButton variant="default" size="compact-sm" onClick={() => setUploading(true)}>
            Upload a customs paper
          </WriteButton>
        </div>
      )}
      {uploading && <UploadPaper loan={loan} paper="customs" close={() => setUploading(false)} />}
    </Section>
  )
}

function agreementText({ sent_at, signed_at, complete_at, complete_by, on_paper }: Loan['agreement']) {
  if (complete_at) return `${on_paper ? 'on paper' : 'complete'} ${day(complete_at)}, ${complete_by}`
  if (signed_at) return `signed ${day(signed_at)}`
  return sent_at ? `sent ${day(sent_at)}` : 'not sent'
}

interface PaperProps {
  icon: ReactNode
  aside: ReactNode
  children: ReactNode
}

const Paper = ({ icon, aside, children }: PaperProps) => (
  <li>
    {icon}
    <span>{children}</span>
    <small>{aside}</small>
  </li>
)

interface DownloadProps<E extends Endpoint> {
  call: EndpointFunction<E>
  input: EndpointInput<E>
  children: string
}

/** A file that is downloaded, as a link. */
function Download<E extends Endpoint>({ call, input, children }: DownloadProps<E>) {
  const { download, pending } = useDownload(call)
  return (
    <Anchor
      component="button"
      type="button"
      ta="left"
      fz="inherit"
      disabled={pending}
      onClick={() => void download(input)}
    >
      {children}
    </Anchor>
  )
}
