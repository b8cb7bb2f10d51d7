import { Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReportDetail } from '#domain/reports/contract.ts'
import { api, type ReceivedFile } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import classes from './reports.module.css'

/** The proposal's export, with its attached PDF, to be read in place. */
export function PdfFrame({ proposal: { id } }: { proposal: ReportDetail['proposal'] }) {
  const query = useCall(api.reports.proposalPdf, { params: { proposalId: id } }, { staleTime: Infinity })
  return <Loaded query={query}>{(file) => <Shown id={id} file={file as ReceivedFile} />}</Loaded>
}

function Shown({ id, file }: { id: number; file: ReceivedFile }) {
  const [place, setPlace] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([file.content], { type: 'application/pdf' }))
    setPlace(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  if (place === undefined) return null
  return (
    <>
      <Anchor href={place} target="_blank" rel="noopener">
        {`Open the PDF of proposal ${id} in a tab of its own`}
      </Anchor>
      <iframe className={classes.pdf} title={`PDF of proposal ${id}`} src={`${place}#navpanes=0&view=FitH`} />
    </>
  )
}
