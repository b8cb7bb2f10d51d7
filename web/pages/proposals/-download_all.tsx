import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { ProposalRow } from '#domain/staff/list.ts'
import { api } from '#web/lib/api.ts'
import { useDownload } from '#web/lib/download.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { WaitingDialog } from '#web/ui/waiting_dialog.tsx'

const QUESTION = 'All PDFs displayed on the page will be downloaded. It may take a long time.'

/** Downloads a ZIP of each submitted proposal among the rows, on the page or selected, one after the other. */
export function DownloadAll({ rows }: { rows: readonly ProposalRow[] }) {
  const ask = useConfirm()
  const { download } = useDownload(api.staff.zip)
  const [done, setDone] = useState<number | null>(null)
  const submitted = rows.filter(({ status }) => isSubmitted(status))

  async function downloadAll() {
    setDone(0)
    for (const [position, { id }] of submitted.entries()) {
      await download({ params: { id } }, `proposal_${id}.zip`)
      setDone(position + 1)
    }
    setDone(null)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={submitted.length === 0}
        onClick={async () => {
          if (await ask({ question: QUESTION })) await downloadAll()
        }}
      >
        Download all PDF
      </Button>
      <WaitingDialog
        open={done !== null}
        text={`Downloading ${Math.min((done ?? 0) + 1, submitted.length)} of ${submitted.length}...`}
        progress={(done ?? 0) / Math.max(1, submitted.length)}
      />
    </>
  )
}
