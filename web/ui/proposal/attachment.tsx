import { Anchor } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'

/** The link to the PDF that is attached to one's own proposal. */
export function Attachment({ id, name }: { id: number; name: string }) {
  const { download, pending } = useDownload(api.proposals.pdf)
  return (
    <Anchor
      component="button"
      type="button"
      aria-busy={pending}
      onClick={() => void download({ params: { id } })}
    >
      {name}
    </Anchor>
  )
}
