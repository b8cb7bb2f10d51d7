import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { api, type ReceivedFile } from '#web/lib/http/api.ts'
import { saveFile } from '#web/lib/http/download.ts'
import { isSessionExpired } from '#web/lib/http/failures.ts'
import { useSessionExpired } from '#web/lib/session/session.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog, WaitingDialog } from '#web/ui/dialogs/dialog.tsx'

const QUESTION = 'All PDFs displayed on the page will be downloaded. It may take a long time.'

type Row = Pick<ProposalRow, 'id' | 'title' | 'status'>

/** Downloads a ZIP of each submitted proposal among the rows; a failure does not stop the others. */
export function DownloadAll({ rows }: { rows: readonly Row[] }) {
  const ask = useConfirm()
  const all = useDownloadAll()
  const submitted = rows.filter(({ status }) => isSubmitted(status))
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={submitted.length === 0}
        onClick={async () => {
          if (await ask({ question: QUESTION })) await all.run(submitted)
        }}
      >
        Download all PDF
      </Button>
      {all.work && (
        <WaitingDialog
          open
          text={`Downloading ${all.work.done + 1} of ${all.work.of}...`}
          progress={all.work.done / all.work.of}
        />
      )}
      {all.failed.length > 0 && <Failed {...all} />}
    </>
  )
}

interface Work {
  done: number
  of: number
}

/** Downloads one ZIP after the other, with progress and failures. */
function useDownloadAll() {
  const lapse = useSessionExpired()
  const [work, setWork] = useState<Work | null>(null)
  const [failed, setFailed] = useState<readonly Row[]>([])
  const [asked, setAsked] = useState(0)

  async function run(rows: readonly Row[]) {
    const failures: Row[] = []
    setFailed([])
    setAsked(rows.length)
    try {
      for (const [done, row] of rows.entries()) {
        setWork({ done, of: rows.length })
        try {
          const zip = await api.staff.zip({ params: { id: row.id } })
          saveFile(zip as ReceivedFile, `proposal_${row.id}.zip`)
        } catch (error) {
          if (isSessionExpired(error)) return lapse()
          failures.push(row)
        }
      }
      setFailed(failures)
    } finally {
      setWork(null)
    }
  }
  return { run, work, failed, asked, close: () => setFailed([]) }
}

/** The failed downloads, with a button to try them again. */
const Failed = ({ run, failed, asked, close }: ReturnType<typeof useDownloadAll>) => (
  <Dialog
    open
    onClose={close}
    message={
      <span role="alert">
        <b>failed</b>: {failed.length} of {asked} could not be downloaded.
      </span>
    }
  >
    <ul>
      {failed.map(({ id, title }) => (
        <li key={id}>
          {id}: {title}
        </li>
      ))}
    </ul>
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={close} data-autofocus>
        Close
      </Button>
      <Button onClick={() => void run(failed)}>Try these again</Button>
    </Group>
  </Dialog>
)
